import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const skipped = new Set(['node_modules', 'dist', '.service']);

/** SHA-256 over the names and bytes of every file below the given paths; tests are left out, as they are of the packages. */
export function inputHash(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    if (statSync(join(root, path)).isDirectory()) {
      for (const name of readdirSync(join(root, path)).toSorted()) if (!skipped.has(name)) add(`${path}/${name}`);
      return;
    }
    if (path.endsWith('.test.ts') && !path.startsWith('src/templates/')) return;
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}
