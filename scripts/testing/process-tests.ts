import { readFileSync } from 'node:fs';

/** Modules whose importers build projects or start programs; the last are parts of paths below `test/support`. */
const starters = ["'node:child_process'", "'execa'", 'support/', 'run-program.ts'];
/** Support that starts nothing. */
const harmless = [
  'schema-kinds',
  'empty-model',
  'hostile-text',
  'load-schemas',
  'read-source',
  'schema-samples',
  'gate.ts',
  'secrets-sent',
];

/** Whether a test file builds projects or starts programs: with the built bundles, not among the tests of a moment. */
export const startsProcesses = (path: string): boolean =>
  importsOf(path).some((line) => starters.some((name) => line.includes(name)) && !harmless.some((name) => line.includes(name)));

/** Whether a test file runs commands of the sources in its process: it loads a compiler. */
export const runsCommands = (path: string): boolean => importsOf(path).some((line) => line.includes('support/cli/run-cli'));

const importsOf = (path: string): readonly string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.includes(" from '") || line.startsWith("import '"));

/** Of the tests that start programs, those that show a bundle of each target. */
export const oneBundlePerTarget: readonly string[] = [
  'test/build/node-target.test.ts',
  'test/build/distributed-build.test.ts',
  'test/worker/worker-target.test.ts',
  'test/command-line/serve.test.ts',
  'test/build/official-archives.test.ts',
];
