/** A file of the project that a migration writes. */
export interface ProjectFile {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  readonly text: string;
}
