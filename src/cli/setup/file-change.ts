import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolders, removeEmptyFolders } from '../../compiler/index.ts';
import { CliError } from '../cli-error.ts';

/** What one file was and will be. */
export interface FileChange {
  /** Relative to the project, with `/`. */
  readonly path: string;
  /** Undefined for a new file. */
  readonly before?: string;
  readonly after: string;
}

/** The changed files as commands report them. */
export const changedFiles = (changes: readonly FileChange[]): { readonly path: string; readonly action: 'create' | 'update' }[] =>
  changes.map(({ before, path }) => ({ path, action: before === undefined ? 'create' : 'update' }));

/** A line for each changed file. */
export const printChangedFiles = (changes: readonly FileChange[]): string =>
  changedFiles(changes)
    .map(({ action, path }) => `${action}  ${path}`)
    .join('\n');

/**
 * Writes all changes or none: what was written before a failure is put back.
 * @throws {CliError}
 */
export async function applyChanges(root: string, changes: readonly FileChange[]): Promise<void> {
  const done: FileChange[] = [];
  const folders: (readonly [first: string, last: string])[] = [];
  for (const change of changes) {
    try {
      const folder = dirname(join(root, change.path));
      const first = await makeFolders(folder);
      if (first !== undefined) folders.push([first, folder]);
      await replaceFile(join(root, change.path), change.after);
      done.push(change);
    } catch (error) {
      for (const { path, before } of done.toReversed())
        await (before === undefined ? rm(join(root, path), { force: true }) : replaceFile(join(root, path), before));
      for (const [first, last] of folders.toReversed()) await removeEmptyFolders(first, last);
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      throw new CliError({
        code: 'project-not-writable',
        message: `Cannot write ${join(root, change.path)} (${code}). Nothing was changed`,
        hint: 'Check the permissions and the free space of the project',
        exit: 'environment',
        cause: error,
      });
    }
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
