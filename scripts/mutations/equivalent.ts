/** A change after which nothing observable differs, so that no test can notice it; each with its reason. */
export interface Equivalent {
  /** Below the repository. */
  readonly file: string;
  /** The line that is changed, without its indentation. */
  readonly line: string;
  readonly was: string;
  readonly becomes: string;
  readonly why: string;
}

export const equivalents: readonly Equivalent[] = [];
