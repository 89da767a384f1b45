export interface BundledFile {
  readonly code: string;
  /** Bytes in the output by input path, as the bundler counts them. */
  readonly bytesByInput: Readonly<Record<string, number>>;
  /** Absolute paths of every file that was read. */
  readonly inputs: readonly string[];
}
