import { type Dirent, type Stats, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ConfigProblem } from './config-problem.ts';

/** Reading a pipe waits for ever, and reading a device such as /dev/zero fills the memory. */
export const isFile = (path: string): boolean => factsOf(path)?.isFile() === true;

/** Of what a link leads to; undefined for what is not there, leads to itself or may not be looked at. */
function factsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** What commands, the bundler or TypeScript would read below the project's own folder. */
const readEndings = /\.(?:[cm]?[jt]sx?|json|md|ya?ml|toml)$/;
const skippedFolders: ReadonlySet<string> = new Set(['node_modules', '.git']);
/** More than the sources of a server; what lies deeper is not looked for. */
const [maxEntries, maxDepth] = [20_000, 12];

/**
 * A repository can hold a link to a device, an archive also a pipe; some of the programs that read a project do not look before they read.
 * @throws {ConfigProblem} that names the first one
 */
export function refuseSpecialFiles(root: string): void {
  let left = maxEntries;
  const visit = (folder: string, depth: number): void => {
    for (const entry of entriesOf(folder)) {
      if ((left -= 1) < 0) return;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (depth < maxDepth && !skippedFolders.has(entry.name)) visit(path, depth + 1);
      } else if ((depth === 0 || readEndings.test(entry.name)) && isEndless(path)) throw specialFile(relative(root, path));
    }
  };
  visit(root, 0);
}

/** What cannot be listed is not read either. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Sockets are left out: opening one fails at once. */
function isEndless(path: string): boolean {
  const found = factsOf(path);
  return found !== undefined && (found.isFIFO() || found.isCharacterDevice() || found.isBlockDevice());
}

const specialFile = (path: string): ConfigProblem =>
  new ConfigProblem([
    {
      code: 'special-file',
      severity: 'error',
      message: `${path} is a pipe or a device, or a link to one, and reading it would not end`,
      hint: 'Remove it from the project',
    },
  ]);
