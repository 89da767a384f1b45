import type { CommandRow, OptionRow } from './command-row.ts';
import { globalOptions } from './global-options.ts';

/** The global flags that a command has: one whose name it takes for itself is not there, one whose letter it takes has none. */
export function globalOptionsOf(row: CommandRow): readonly OptionRow[] {
  const letters = new Set(row.options.map(({ short }) => short));
  const names = new Set(row.options.map(({ name }) => name));
  return globalOptions
    .filter(({ name }) => !names.has(name))
    .map(({ short, ...rest }) => ({ ...rest, ...(short === undefined || letters.has(short) ? {} : { short }) }));
}

/** Every flag of a command. */
export const optionsOf = (row: CommandRow): readonly OptionRow[] => [...row.options, ...globalOptionsOf(row)];

/** What `service build` makes of some targets. */
export const artifacts: readonly OptionRow[] = [
  { name: 'js', summary: 'cli: write a script for Node, no executable' },
  { name: 'sea', summary: 'node, distributed, mcpb: also one executable' },
  { name: 'merge-from', value: 'path', summary: 'mcpb: add executables of other platforms' },
  { name: 'icon', value: 'file', summary: 'mcpb: PNG image of the archive' },
  { name: 'stage-only', summary: 'mcpb: write its files, and no archive' },
  { name: 'no-deterministic', summary: 'mcpb: stamp the files with the time of the build' },
];
