import type { OptionRow } from './command-row.ts';

/** Of every command that reads the sources. */
export const entry: OptionRow = {
  name: 'entry',
  short: 'e',
  value: 'file',
  summary: 'Module with the @Service class (SERVICE_ENTRY)',
  standard: 'src/main.ts',
};
