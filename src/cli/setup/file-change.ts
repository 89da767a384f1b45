import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolders, removeEmptyFolders } from '../../compiler/index.ts';
import { relativePosix } from '../../std/paths.ts';
import { isReallyWithin, isWithin, realPath } from '../../std/real-paths.ts';
import { CliError } from '../cli-error.ts';
import { codeOf } from '../../std/error-code.ts';

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
 * Writes all changes or none: what was written before a failure is put back. Nothing is written outside of `root`: paths and symlinks may
 * come from a stranger's project.
 * @throws {CliError}
 */
export async function applyChanges(root: string, changes: readonly FileChange[]): Promise<void> {
  for (const { path } of changes) refuseOutside(root, path);
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
      const code = codeOf(error) ?? String(error);
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

/**
 * Writes files into a folder that the user named, which may be any. Below the working folder it must not be a symlink that leads out.
 * @param changes relative to `cwd`
 * @throws {CliError}
 */
export async function applyNamedChanges(cwd: string, folder: string, changes: readonly FileChange[]): Promise<void> {
  const root = isWithin(cwd, folder) ? cwd : folder;
  await applyChanges(
    root,
    changes.map((change) => ({ ...change, path: relativePosix(root, resolve(cwd, change.path)) })),
  );
}

/** @throws {CliError} */
function refuseOutside(root: string, path: string): void {
  const file = join(root, path);
  if (isReallyWithin(root, file)) return;
  throw new CliError({
    code: 'path-outside',
    message: `${path} leads to ${realPath(file)}, which is outside of ${root}. Nothing was changed`,
    hint: 'Replace the symlink or the path by one inside that folder, or name the folder that holds the file',
    exit: 'failure',
  });
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
