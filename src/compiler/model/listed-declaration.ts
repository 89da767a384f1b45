import type { Span } from './span.ts';

/** An item of a list option and where it is declared. */
export interface ListedDeclaration {
  /** `tools` */
  readonly list: string;
  /** As written. */
  readonly text: string;
  readonly span: Span;
  /** Project-relative path. */
  readonly declaredIn: string;
}
