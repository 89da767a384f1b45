import type { FoundImport } from './find-import.ts';

/** As the function of the same name, whose parser is loaded by who needs it. */
export const findImport = async (file: string, specifier: string): Promise<FoundImport | undefined> =>
  (await import('./find-import.ts')).findImport(file, specifier);
