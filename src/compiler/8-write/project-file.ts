import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFailureOf } from './failures.ts';

export interface FoundFile {
  readonly name: string;
  readonly text: string;
}

/** The first of these files that a project has. */
export async function findProjectFile(root: string, names: readonly string[]): Promise<FoundFile | undefined> {
  for (const name of names) {
    const text = await readFile(join(root, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text !== undefined) return { name, text };
  }
  return undefined;
}

/**
 * Writes a file that is the user's from then on: whole, and never over one that is there.
 * @throws {WriteFailed}
 */
export async function writeOnce(file: string, contents: string): Promise<void> {
  const staging = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(staging, contents, { flag: 'wx' });
    await link(staging, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } catch (error) {
    throw writeFailureOf(error, file);
  } finally {
    await rm(staging, { force: true });
  }
}
