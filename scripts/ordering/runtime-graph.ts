import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build } from 'esbuild';
import { loadTarget, targetNames } from '../../src/targets/index.ts';

/** Which modules of the run time import which, by their paths below `src/runtime` without an ending. */
export interface RuntimeGraph {
  readonly importsOf: (module: string) => readonly string[];
  /** All modules that come with a module that plans name, `features/sessions`. */
  readonly broughtBy: (root: string) => ReadonlySet<string>;
  /** What plans can name beside what every plan has one of. */
  readonly roots: readonly string[];
  /** Modules of every bundle. */
  readonly always: ReadonlySet<string>;
}

const folders = ['assembly', 'features', 'hosts', 'revisions'] as const;

/** As the bundler sees it when it makes a bundle from a checkout. */
export async function readRuntimeGraph(repository: string): Promise<RuntimeGraph> {
  const facades = join(repository, 'packages/sdk/src');
  const all = folders.flatMap((folder) => readdirSync(join(facades, folder)).map((file) => `${folder}/${file.replace(/\.ts$/, '')}`));
  const { metafile } = await build({
    absWorkingDir: repository,
    entryPoints: all.map((root) => join(facades, `${root}.ts`)),
    outdir: join(repository, '.service/order'),
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
  });
  const imports = new Map(
    Object.entries(metafile.inputs).map(([path, input]) => [
      moduleName(path),
      input.imports.flatMap(({ kind, path: to, external }) => (kind === 'import-statement' && external !== true ? [moduleName(to)] : [])),
    ]),
  );
  const importsOf = (module: string): readonly string[] => imports.get(module) ?? [];
  const closures = new Map(all.map((root) => [root, reach(`packages/sdk/src/${root}`, importsOf)]));
  const broughtBy = (root: string): ReadonlySet<string> => closures.get(root) ?? new Set();
  const named = all.filter((root) => /^(?:features|revisions)\//.test(root) && !root.endsWith('/all'));
  // A bundle has one of each of these.
  const inAll = (kind: readonly string[]): string[] => {
    const [first = new Set<string>(), ...others] = kind.map(broughtBy);
    return [...first].filter((module) => others.every((one) => one.has(module)));
  };
  const targets = await Promise.all(targetNames.map(loadTarget));
  const hosts = [...new Set(targets.flatMap((target) => target?.host.module.replace('@service/sdk/', '') ?? []))];
  return {
    importsOf,
    broughtBy,
    roots: [...hosts, ...named],
    always: new Set([...inAll(all.filter((root) => root.startsWith('assembly/') && !root.endsWith('/parts'))), ...inAll(hosts)]),
  };
}

/** `src/runtime/http/router.ts` is `http/router`; files elsewhere keep their folder. */
const moduleName = (path: string): string =>
  path
    .split(sep)
    .join('/')
    .replace(/^src\/runtime\//, '')
    .replace(/\.ts$/, '');

/** The module of a file anywhere on this machine. */
export const moduleOfFile = (repository: string, file: string): string => moduleName(relative(repository, file));

function reach(start: string, importsOf: (module: string) => readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (module: string): void => {
    if (found.has(module)) return;
    found.add(module);
    importsOf(module).forEach(visit);
  };
  visit(start);
  return found;
}
