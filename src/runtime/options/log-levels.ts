/** Log levels, lowest first; `off` silences all. */
export const logLevelNames = ['debug', 'verbose', 'info', 'warn', 'error', 'off'] as const;
