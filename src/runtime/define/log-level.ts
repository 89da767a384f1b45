/** Levels of `logging.level`, from the finest. */
export const LogLevel = {
  Debug: 'debug',
  Verbose: 'verbose',
  Info: 'info',
  Warn: 'warn',
  Error: 'error',
  Off: 'off',
} as const;
export type LogLevel = (typeof LogLevel)[keyof typeof LogLevel];
