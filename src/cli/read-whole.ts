import { readFile, stat } from 'node:fs/promises';
import { codeOf } from '../std/error-code.ts';

interface Limits {
  readonly maxBytes?: number;
  /** The error for a reason, such as "is not a file". */
  readonly refuse: (why: string) => Error;
}

/** The bytes of a file that a person named. A device or a pipe has no end, so that neither is opened. */
export async function readWhole(file: string, { maxBytes = maxTextBytes, refuse }: Limits): Promise<Buffer> {
  const unreadable = (error: unknown): never => {
    throw refuse(`cannot be read (${codeOf(error) ?? String(error)})`);
  };
  const found = await stat(file).catch(unreadable);
  if (!found.isFile()) throw refuse('is not a file');
  if (found.size > maxBytes) throw refuse(tooLarge(found.size, maxBytes));
  return readFile(file).catch(unreadable);
}

/** What follows the path of a file that is not read. */
export const tooLarge = (bytes: number, maxBytes = maxTextBytes): string =>
  `has ${bytes} bytes; one of more than ${maxBytes / 1024 / 1024} MiB is not read`;

/** Contracts, baselines and listings of the largest servers stay far below. */
export const maxTextBytes = 16 * 1024 * 1024;

/** Archives with executables of five systems stay below. */
export const maxArchiveBytes = 1024 * 1024 * 1024;
