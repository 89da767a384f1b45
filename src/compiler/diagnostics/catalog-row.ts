import type { Severity } from './diagnostic.ts';

/** One kind of finding: its texts, with the type of their parameters. */
export interface CatalogRow<Params> {
  readonly severity: Severity;
  message(params: Params): string;
  /** What to do, in one line. */
  hint?(params: Params): string | undefined;
  /** The marked text is a secret: frames show stars instead. */
  readonly hidesSource?: true;
  /** A finding of `service audit`. */
  readonly security?: true;
  /** For `service explain <code>`. */
  readonly explain: Explanation;
}

export interface Explanation {
  readonly cause: string;
  readonly example: string;
  readonly fix: string;
}

/** Typed identity: a row keeps its own parameter type. */
export const row = <Params>(definition: CatalogRow<Params>): CatalogRow<Params> => definition;

/** For texts without parameters. */
export type NoParams = Readonly<Record<never, never>>;
