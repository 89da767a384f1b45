/** Exit codes that both command lines have. Scripts branch on them, so they never change meaning. */
export const exitCodes = { ok: 0, failure: 1, usage: 2 } as const;

/** Of a command that a signal ended: 128 and its number. */
export const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
