/** A planned change of user source, from AST spans, applied with magic-string in the bundler's load hook (architecture §3a.4). */
export interface SourceEdit {
  /** Absolute path. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly kind: 'zod-namespace-import' | 'delete-schema' | 'pure-schema' | 'callback-id';
  readonly text: string;
}
