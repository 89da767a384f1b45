/** Limits of the questions of one call, so that it ends and its state stays small. */
export interface RoundLimits {
  readonly maxRounds: number;
  readonly maxQuestions: number;
  /** Characters of `requestState`, sent and accepted. */
  readonly maxStateLength: number;
  /** Milliseconds after the last question's time limit in which a late answer still gets its own error. */
  readonly graceMs: number;
}

export const defaultRoundLimits: RoundLimits = { maxRounds: 16, maxQuestions: 32, maxStateLength: 256 * 1024, graceMs: 300_000 };
