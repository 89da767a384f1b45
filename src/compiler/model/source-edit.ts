/** A planned change of user source, from AST spans, applied with magic-string in the bundler's load hook. */
export interface SourceEdit {
  /** Absolute path. */
  readonly file: string;
  readonly start: number;
  /** Equal to `start` for a text that is put in. */
  readonly end: number;
  readonly kind:
    | 'zod-namespace-import'
    | 'plain-decorator'
    | 'pure-provider'
    | 'build-only'
    | 'schema-table'
    | 'pure-schema'
    | 'schema-functions'
    | 'file-location'
    | 'whole-program'
    | 'branch-item';
  readonly text: string;
  /** Of an import: where the file has its names. Without a name that stays, the import goes too. */
  readonly names?: readonly number[];
  /** The text of the place goes here, with what other edits make of it; `text` is not used. */
  readonly moveTo?: number;
  /** Where a text is put in: before what follows, after what stands before, or at the end of the file. `before` when absent. */
  readonly at?: 'before' | 'after' | 'end-of-file';
}

/** A source map, version 3. */
export interface RawMap {
  readonly sources: readonly (string | null)[];
  readonly sourcesContent?: readonly (string | null)[];
  readonly names: readonly string[];
  readonly mappings: string;
}
