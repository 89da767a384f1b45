import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkTree } from '../borders/check-tree.ts';
import { declarationsOf } from './declarations.ts';
import { runProgram } from './run-program.ts';
import { addResults, verdict, type Section, type SectionContext, type SectionResult } from './section.ts';

/** Runs a program of node_modules/.bin; exit code 0 passes. */
async function judge(context: SectionContext, about: string, command: readonly [string, ...string[]]): Promise<SectionResult> {
  const [bin, ...args] = command;
  const run = await runProgram(join(context.root, 'node_modules/.bin', bin), args, { cwd: context.root });
  return verdict(context, about, run.code === 0 ? undefined : `${run.stdout}${run.stderr}`);
}

const program = (name: string, about: string, command: readonly [string, ...string[]]): Section => ({
  name,
  about,
  order: 0,
  run: (context) => context.run(() => judge(context, about, command)),
});

const types: Section = {
  name: 'types',
  about: 'TypeScript over the repository, the page of dev and every fixture with its own tsconfig.json',
  order: 0,
  async run(context) {
    // Of this run: two in one checkout do not meet in it.
    const work = join(context.root, '.service/types', String(process.pid));
    try {
      const declared = await context.run(() => declarationsOf(context.root));
      const groups = alikeFixtures(context.root).map((fixtures) => {
        const [first = ''] = fixtures;
        return { fixtures, project: togetherIn(join(work, basename(first)), fixtures, pathsOf(context.root, declared.folder)) };
      });
      const own = ['.', 'src/page'].map((folder) => ({ fixtures: [folder], project: folder }));
      const programs = [...own, ...groups];
      const judged = programs.map(({ fixtures, project }) =>
        context.run(() => judge(context, `tsc -p ${fixtures.join(', ')}`, ['tsc', '-p', project, '--noEmit'])),
      );
      return addResults(await Promise.all(judged));
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  },
};

/** The fixtures with a `tsconfig.json`; those that say the same in it are one group. */
function alikeFixtures(root: string): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const { name } of readdirSync(join(root, 'fixtures'), { withFileTypes: true })) {
    const file = join(root, 'fixtures', name, 'tsconfig.json');
    if (!existsSync(file)) continue;
    const text = readFileSync(file, 'utf8');
    groups.set(text, [...(groups.get(text) ?? []), `fixtures/${name}`]);
  }
  return [...groups.values()];
}

/** One program of fixtures, which see of the SDK what users do, its declarations: the first program judges its sources. */
function togetherIn(folder: string, fixtures: readonly string[], sdk: Paths): string {
  const up = '../../../..';
  const [first = ''] = fixtures;
  const own = join(folder, up, first);
  const { compilerOptions = {}, include } = JSON.parse(readFileSync(join(own, 'tsconfig.json'), 'utf8')) as FixtureSettings;
  const paths: Paths = Object.fromEntries(
    Object.entries(compilerOptions.paths ?? {}).map(([name, places]): Path => [name, places.map((place) => join(own, place))]),
  );
  const config = {
    extends: `${up}/${first}/tsconfig.json`,
    compilerOptions: { paths: { ...sdk, ...paths } },
    include: fixtures.flatMap((fixture) => include.map((path) => `${up}/${fixture}/${path}`)),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  return folder;
}

type Path = readonly [name: string, places: readonly string[]];
type Paths = Readonly<Record<string, readonly string[]>>;

interface FixtureSettings {
  readonly include: readonly string[];
  readonly compilerOptions?: { readonly paths?: Paths };
}

/** Where the subpaths of the SDK lead among its declarations. */
function pathsOf(root: string, declarations: string): Paths {
  const manifest = JSON.parse(readFileSync(join(root, 'packages/sdk/package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly 'service-source'?: string }>>;
  };
  const paths = Object.entries(manifest.exports).flatMap(([subpath, leads]): readonly Path[] => {
    const source = typeof leads === 'string' ? undefined : leads['service-source'];
    if (source === undefined || source.endsWith('.d.ts')) return [];
    return [[`@service/sdk${subpath.slice(1)}`, [join(declarations, source.replace('./src/', '').replace(/\.ts$/, '.d.ts'))]]];
  });
  return Object.fromEntries(paths);
}

const borders: Section = {
  name: 'borders',
  about: 'no forbidden import, no import cycle',
  order: 0,
  run: (context) => context.run(() => Promise.resolve(judgeBorders(context))),
};

function judgeBorders(context: SectionContext): SectionResult {
  const { violations, cycles } = checkTree(context.root);
  const lines = [
    ...violations.map(({ file, line, message }) => `${file}:${line} ${message}`),
    ...cycles.map((cycle) => `import cycle: ${cycle.join(' -> ')}`),
  ];
  return verdict(context, 'no forbidden import, no import cycle', lines.length === 0 ? undefined : lines.join('\n'));
}

export const staticChecks: readonly Section[] = [
  types,
  program('format', 'every file is formatted (fix: npm run format)', ['oxfmt', '--check']),
  program('lint', 'oxlint, type-aware, finds nothing (import cycles too)', ['oxlint', '--type-aware', '--deny-warnings']),
  borders,
  program('unused', 'knip finds no unused file, export or dependency', ['knip', '--no-progress']),
];
