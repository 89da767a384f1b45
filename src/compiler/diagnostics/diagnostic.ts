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
