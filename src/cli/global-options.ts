import type { OptionRow } from './command-row.ts';

/** Flags that every command has. */
export const globalOptions: readonly OptionRow[] = [
  { name: 'config', short: 'c', value: 'file', summary: 'Config file, instead of looking for service.config.* (SERVICE_CONFIG)' },
  { name: 'cwd', short: 'C', value: 'folder', summary: 'Work in this folder', standard: 'where you are' },
  { name: 'json', summary: 'Print one JSON document on stdout and nothing else there' },
  {
    name: 'color',
    value: 'when',
    choices: ['auto', 'always', 'never'],
    summary: 'Colours (NO_COLOR and FORCE_COLOR count too)',
    standard: 'auto',
  },
  { name: 'verbose', summary: 'Say more; show the stack of an unexpected failure' },
  { name: 'help', short: 'h', summary: 'Show help' },
];
