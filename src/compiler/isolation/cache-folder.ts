import { existsSync, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isReallyWithin } from '../../std/real-paths.ts';

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

/** Whether the cache is where it seems to be. `node_modules` itself may be a link that its owner made; one below it came with the project. */
export function isCacheInside(root: string): boolean {
  const modules = join(root, 'node_modules');
  return isReallyWithin(existsSync(modules) ? modules : root, cacheFolder(root));
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
