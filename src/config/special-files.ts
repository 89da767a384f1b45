import { type Dirent, existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
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

/** In the order in which they win inside one folder. */
const configExtensions = ['ts', 'js', 'json', 'mjs', 'cjs'] as const;

/** Folders looked at beside the first: far enough for a monorepo, near enough not to find a stranger's file. */
const foldersAbove = 10;

export interface FoundConfig {
  readonly file: string;
  /** How it was chosen: `--config`, `SERVICE_CONFIG` or `found`. */
  readonly by: string;
  /** Config files beside a found one, which have no effect. */
  readonly unused: readonly string[];
}

/**
 * The config file that counts in `cwd`; undefined when there is none.
 * @throws {ConfigProblem} when a file that was named does not exist
 */
export function findConfig(cwd: string, named: { readonly flag?: string; readonly variable?: string }): FoundConfig | undefined {
  const by = named.flag !== undefined ? '--config' : 'SERVICE_CONFIG';
  const name = named.flag ?? (named.variable === '' ? undefined : named.variable);
  if (name !== undefined) {
    const file = isAbsolute(name) ? name : resolve(cwd, name);
    if (!existsSync(file))
      throw new ConfigProblem([
        { code: 'config-not-found', severity: 'error', message: `The config file ${file}, named by ${by}, does not exist` },
      ]);
    return { file, by, unused: [] };
  }
  const file = walkUp(cwd, (folder) => configFilesIn(folder)[0]);
  return file === undefined ? undefined : { file, by: 'found', unused: configFilesIn(dirname(file)).slice(1) };
}

const configFilesIn = (folder: string): readonly string[] =>
  configExtensions.map((extension) => join(folder, `service.config.${extension}`)).filter((file) => existsSync(file));

/** Asks `look` in a folder and at most ten above it. */
export function walkUp(from: string, look: (folder: string) => string | undefined): string | undefined {
  let folder = from;
  for (let step = 0; step <= foldersAbove; step += 1) {
    const found = look(folder);
    if (found !== undefined) return found;
    if (dirname(folder) === folder) return undefined;
    folder = dirname(folder);
  }
  return undefined;
}
