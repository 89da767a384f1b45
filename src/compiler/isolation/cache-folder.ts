import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where a project keeps what can be made again. */
export function cacheFolder(root: string): string {
  const modules = join(root, 'node_modules');
  return existsSync(modules) ? join(modules, '.cache', 'service') : join(root, '.service', 'cache');
}
