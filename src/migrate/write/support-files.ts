import { readdirSync, readFileSync } from 'node:fs';
import type { ProjectFile } from '../project-file.ts';
import type { PrintedModule } from '../rewrite/print-module.ts';

/** Beside the code in a checkout and in the package. */
const folder = new URL('../support/', import.meta.url);

/** What migrated handlers import: copied as they are, where anything imports them. */
export function supportFiles(modules: readonly PrintedModule[]): readonly ProjectFile[] {
  if (!modules.some(({ text }) => text.includes("from-sdk/index.ts'"))) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => ({ path: `src/from-sdk/${name}`, text: readFileSync(new URL(name, folder), 'utf8') }));
}
