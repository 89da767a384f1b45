import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { ConfigProblem } from './config-problem.ts';

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
