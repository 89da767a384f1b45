import { mkdir, rmdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it that are missing; returns the topmost new one. One level at a time: Node's own recursive `mkdir`
 * never returns where the system says "no such file" to every attempt (below /proc, on some network drives).
 * @throws {NodeJS.ErrnoException} after removing the folders that it had made
 */
export async function makeFolders(folder: string, mode?: number): Promise<string | undefined> {
  const missing: string[] = [];
  let at = folder;
  for (; !(await isFolder(at)); at = dirname(at)) missing.unshift(at);
  const made: string[] = [];
  try {
    for (const path of missing) {
      await mkdir(path, mode).catch(async (error: NodeJS.ErrnoException) => {
        // Another process made it in the meantime.
        if (error.code !== 'EEXIST' || !(await isFolder(path))) throw error;
      });
      made.push(path);
    }
  } catch (error) {
    for (const path of made.toReversed()) await rmdir(path).catch(() => undefined);
    throw error;
  }
  return missing[0];
}

/** Removes the folders that `makeFolders` made, from `last` up to `first`, while they are empty. */
export async function removeEmptyFolders(first: string, last: string): Promise<void> {
  for (let folder = last; folder.startsWith(first); folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch {
      return;
    }
  }
}

/** @throws {NodeJS.ErrnoException} when the path is a file, or may not be read */
async function isFolder(path: string): Promise<boolean> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT' && dirname(path) !== path) return false;
    throw error;
  }
  throw Object.assign(new Error(`${path} is not a folder`), { code: 'ENOTDIR' });
}
