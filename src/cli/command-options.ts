import type { CommandRow, OptionRow } from './command-row.ts';
import { globalOptions } from './global-options.ts';

/** The global flags of a command. Its own flags win: a global flag of the same name is left out, one of the same letter loses the letter. */
export function globalOptionsOf(row: CommandRow): readonly OptionRow[] {
  const letters = new Set(row.options.map(({ short }) => short));
  const names = new Set(row.options.map(({ name }) => name));
  return globalOptions
    .filter(({ name }) => !names.has(name))
    .map(({ short, ...rest }) => ({ ...rest, ...(short === undefined || letters.has(short) ? {} : { short }) }));
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
