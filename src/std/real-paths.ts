import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { codeOf } from './error-code.ts';

/** Whether a path is a folder or lies below it. Both as they are written: symlinks are not followed. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Where a path leads through the symlinks that are there; what does not exist yet is taken as written. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    // Below a file there is nothing either.
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');
    if (!isMissing || dirname(path) === path) throw error;
    return join(realPath(dirname(path)), basename(path));
  }
}

/** Whether a path is below a folder in truth, not only as it is written. */
export const isReallyWithin = (folder: string, path: string): boolean => isWithin(realPath(folder), realPath(path));
