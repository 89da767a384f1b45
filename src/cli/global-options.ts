import type { OptionRow } from './command-row.ts';

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
