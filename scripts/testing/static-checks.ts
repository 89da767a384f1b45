import { join } from 'node:path';
import { checkTree } from '../borders/check-tree.ts';
import { runProgram } from './run-program.ts';
import { verdict, type Section } from './section.ts';

/** A section that is one program from node_modules/.bin: exit code 0 passes. */
const program = (name: string, about: string, command: readonly [string, ...string[]]): Section => ({
  name,
  about,
  async run(context) {
    const [bin, ...args] = command;
    const run = await runProgram(join(context.root, 'node_modules/.bin', bin), args, { cwd: context.root });
    return verdict(context, about, run.code === 0 ? undefined : `${run.stdout}${run.stderr}`);
  },
});

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
  program('types', 'tsc finds no error', ['tsc', '-p', 'tsconfig.json', '--noEmit']),
  program('format', 'every file is formatted (fix: npm run format)', ['oxfmt', '--check']),
  program('lint', 'oxlint, type-aware, finds nothing (import cycles too)', ['oxlint', '--type-aware', '--deny-warnings']),
  borders,
  program('unused', 'knip finds no unused file, export or dependency', ['knip', '--no-progress']),
];
