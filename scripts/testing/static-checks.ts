import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
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
  run: (context) => judge(context, about, command),
});

const types: Section = {
  name: 'types',
  about: 'TypeScript over the repository and over every fixture with its own tsconfig.json',
  async run(context) {
    const fixtures = readdirSync(join(context.root, 'fixtures'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(join(context.root, 'fixtures', entry.name, 'tsconfig.json')))
      .map((entry) => `fixtures/${entry.name}`);
    const results: SectionResult[] = [];
    for (const folder of ['.', ...fixtures]) results.push(await judge(context, `tsc -p ${folder}`, ['tsc', '-p', folder, '--noEmit']));
    return addResults(results);
  },
};

const borders: Section = {
  name: 'borders',
  about: 'no forbidden import, no import cycle',
  run(context) {
    const { violations, cycles } = checkTree(context.root);
    const lines = [
      ...violations.map(({ file, line, message }) => `${file}:${line} ${message}`),
      ...cycles.map((cycle) => `import cycle: ${cycle.join(' -> ')}`),
    ];
    return Promise.resolve(verdict(context, 'no forbidden import, no import cycle', lines.length === 0 ? undefined : lines.join('\n')));
  },
};

export const staticChecks: readonly Section[] = [
  types,
  program('format', 'every file is formatted (fix: npm run format)', ['oxfmt', '--check']),
  program('lint', 'oxlint, type-aware, finds nothing (import cycles too)', ['oxlint', '--type-aware', '--deny-warnings']),
  borders,
  program('unused', 'knip finds no unused file, export or dependency', ['knip', '--no-progress']),
];
