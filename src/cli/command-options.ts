import type { CommandRow, OptionRow } from './command-row.ts';

/** Flags that every command has. */
export const globalOptions: readonly OptionRow[] = [
  { name: 'config', short: 'c', value: 'file', summary: 'Config file to use (SERVICE_CONFIG)' },
  { name: 'cwd', short: 'C', value: 'folder', summary: 'Work in this folder', standard: 'where you are' },
  { name: 'json', summary: 'Print one JSON document on stdout' },
  { name: 'events', summary: 'Say on stderr what happens, as JSON lines' },
  {
    name: 'color',
    value: 'when',
    choices: ['auto', 'always', 'never'],
    summary: 'Colours',
    standard: 'auto',
  },
  { name: 'verbose', summary: 'Say more; show the stack of a failure' },
  { name: 'help', short: 'h', summary: 'Show help' },
];

/** The global flags of a command. Its own flags win: a global flag of the same name is left out, one of the same letter loses the letter. */
export function globalOptionsOf(row: CommandRow): readonly OptionRow[] {
  const letters = new Set(row.options.map(({ short }) => short));
  const names = new Set(row.options.map(({ name }) => name));
  return globalOptions
    .filter(({ name }) => !names.has(name))
    .map(({ short, ...rest }) => ({ ...rest, short: letters.has(short) ? undefined : short }));
}

/** Every flag of a command. */
export const optionsOf = (row: CommandRow): readonly OptionRow[] => [...row.options, ...globalOptionsOf(row)];

/** Flags of `service build` and its like that concern single targets. */
export const artifacts: readonly OptionRow[] = [
  { name: 'js', summary: 'cli: write a script for Node, no executable' },
  { name: 'sea', summary: 'node, distributed, mcpb: also one executable' },
  { name: 'merge-from', value: 'path', summary: 'mcpb: add executables of other platforms' },
  { name: 'icon', value: 'file', summary: 'mcpb: PNG image of the archive' },
  { name: 'stage-only', summary: 'mcpb: write its files, and no archive' },
  { name: 'no-deterministic', summary: 'mcpb: stamp the files with the time of the build' },
];

/** Of every command that reads the sources. */
export const entry: OptionRow = {
  name: 'entry',
  short: 'e',
  value: 'file',
  summary: 'Module with the @Service class (SERVICE_ENTRY)',
  standard: 'src/main.ts',
};

/** Of `service inspect`, which needs no project with it. */
export const page: OptionRow = {
  name: 'page',
  value: 'url',
  summary: 'The page of `service dev` for a server that runs, at any address',
};
