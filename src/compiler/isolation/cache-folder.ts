import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of a project for files that can be made again. */
export function cacheFolder(root: string): string {
  const modules = join(root, 'node_modules');
  return existsSync(modules) ? join(modules, '.cache', 'service') : join(root, '.service', 'cache');
}
