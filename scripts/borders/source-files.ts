import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';

const skipped = new Set(['node_modules', 'dist', '.service', '.git', 'expected']);

/** Repository-relative paths (with `/`) of every TypeScript or plain script below the given folders, sorted. */
export function listSources(root: string, folders: readonly string[]): string[] {
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) walk(path);
      } else if (/\.(ts|tsx|mts|js|mjs)$/.test(entry.name)) found.push(relative(root, path).split(sep).join('/'));
    }
  };
  for (const folder of folders) if (existsSync(join(root, folder))) walk(join(root, folder));
  return found.toSorted();
}

/** Turns a specifier into a repository path: relative ones, and `@service/sdk` subpaths through the package's `service-source` condition. */
export function sourceResolver(root: string): (from: string, specifier: string) => string | undefined {
  const manifest = join(root, 'packages/sdk/package.json');
  const sdkExports = existsSync(manifest) ? readExports(manifest) : {};
  return (from, specifier) => {
    if (specifier.startsWith('.')) return posix.normalize(posix.join(dirname(from), specifier));
    if (!specifier.startsWith('@service/sdk')) return undefined;
    const subpath = `.${specifier.slice('@service/sdk'.length)}`;
    for (const [pattern, source] of Object.entries(sdkExports)) {
      const [head = '', tail] = pattern.split('*');
      if (tail === undefined ? subpath === pattern : subpath.startsWith(head) && subpath.endsWith(tail)) {
        const star = tail === undefined ? '' : subpath.slice(head.length, subpath.length - tail.length);
        return posix.join('src/runtime', source.slice('./src/'.length).replace('*', star));
      }
    }
    return undefined;
  };
}

function readExports(manifest: string): Record<string, string> {
  const { exports } = JSON.parse(readFileSync(manifest, 'utf8')) as { exports: Record<string, { 'service-source'?: string }> };
  return Object.fromEntries(
    Object.entries(exports).flatMap(([subpath, row]) => (row['service-source'] ? [[subpath, row['service-source']]] : [])),
  );
}
