import { readFile, stat } from 'node:fs/promises';

interface Limits {
  readonly maxBytes: number;
  /** The error for a reason, such as "is not a file". */
  readonly refuse: (why: string) => Error;
}

/** The bytes of a file that a person named. A device or a pipe has no end, so that neither is opened. */
export async function readWhole(file: string, { maxBytes, refuse }: Limits): Promise<Buffer> {
  const unreadable = (error: unknown): never => {
    throw refuse(`cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : String(error)})`);
  };
  const found = await stat(file).catch(unreadable);
  if (!found.isFile()) throw refuse('is not a file');
  if (found.size > maxBytes) throw refuse(`is larger than ${maxBytes} bytes`);
  return readFile(file).catch(unreadable);
}

/** Archives with executables of five systems stay below. */
export const maxArchiveBytes = 1024 * 1024 * 1024;
