export interface WrittenFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

export interface WrittenOutput {
  readonly folder: string;
  readonly files: readonly WrittenFile[];
  /** Of the JavaScript bundle after gzip, for the report. */
  readonly gzipBytes: number;
}
