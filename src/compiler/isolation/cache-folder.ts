import { existsSync, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folder of a project for files that can be made again. */
export function cacheFolder(root: string): string {
  const modules = join(root, 'node_modules');
  return existsSync(modules) ? join(modules, '.cache', 'service') : join(root, '.service', 'cache');
}

/**
 * The cache that a restricted process may write to; undefined where a link stands in the place of it or of a folder between it and the project.
 * A link that a stranger made would choose what may be written.
 */
export function writableCache(root: string): string | undefined {
  const cache = cacheFolder(root);
  for (let folder = cache; folder.length > root.length; folder = dirname(folder)) if (isLink(folder)) return undefined;
  return cache;
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
