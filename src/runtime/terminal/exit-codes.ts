/** Exit codes that both command lines have. Scripts branch on them, so they never change meaning. */
export const exitCodes = { ok: 0, failure: 1, usage: 2, interrupted: 130 } as const;
