/** A place in a source file. Lines and columns count from 1, offsets from 0; `file` is relative to the project with `/`. */
export interface Span {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
}
