import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkTree } from '../borders/check-tree.ts';
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
  about: 'TypeScript over the repository and over every fixture with its own tsconfig.json',
  order: 0,
  async run(context) {
    // Of this run: two in one checkout do not meet in it.
    const work = join(context.root, '.service/types', String(process.pid));
    try {
      const groups = alikeFixtures(context.root).map((fixtures) => {
        const [first = ''] = fixtures;
        return { fixtures, project: fixtures.length === 1 ? first : togetherIn(join(work, basename(first)), fixtures) };
      });
      const programs = [{ fixtures: ['.'], project: '.' }, ...groups];
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

/** One program of several fixtures: each alone would check the whole run time again, which takes most of the time. */
function togetherIn(folder: string, fixtures: readonly string[]): string {
  const up = '../../../..';
  const [first = ''] = fixtures;
  const { include } = JSON.parse(readFileSync(join(folder, up, first, 'tsconfig.json'), 'utf8')) as { include: readonly string[] };
  const paths = fixtures.flatMap((fixture) => include.map((path) => `${up}/${fixture}/${path}`));
  const config = { extends: `${up}/${first}/tsconfig.json`, include: paths };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  return folder;
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
