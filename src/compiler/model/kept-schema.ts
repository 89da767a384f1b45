import type { Span } from './span.ts';

/** A place in the project that names zod and stays, for the report. */
export interface KeptSchema {
  readonly span: Span;
  /** Absolute path. */
  readonly file: string;
  /** Whose schema it is and why it stays. */
  readonly text: string;
  /** What would let it go. */
  readonly hint: string;
  /** The package that made the schema. */
  readonly package?: string;
}
