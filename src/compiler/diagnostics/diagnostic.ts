import type { Span } from '../model/span.ts';

export type Severity = 'error' | 'warning';

/** Where a finding is reported. */
export interface DiagnosticLocation extends Pick<Diagnostic, 'suggestion' | 'related'> {
  readonly span?: Span | undefined;
}

/** One finding. Values, collected and printed once; never thrown. */
export interface Diagnostic {
  /** Kebab-case key of `catalog.ts`. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** A closest match, when one can be computed. */
  readonly suggestion?: string;
  /** Absent only for findings about files that could not be read. */
  readonly span?: Span;
  /** Further spans (the other duplicate, the steps of a cycle). */
  readonly related?: readonly { readonly message: string; readonly span: Span }[];
}

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

/** Removes a byte order mark, so that offsets of findings and edits count as TypeScript counts them. */
export const withoutByteOrderMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);
