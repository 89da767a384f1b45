export interface BundledFile {
  readonly code: string;
  /** Bytes in the output by input path, as the bundler counts them. */
  readonly bytesByInput: Readonly<Record<string, number>>;
  /** Files that import zod, as in `bytesByInput`. */
  readonly zodImporters: readonly string[];
  /** Absolute paths of every file that was read. */
  readonly inputs: readonly string[];
}
