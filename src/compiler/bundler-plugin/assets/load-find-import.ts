import type { FoundImport } from './find-import.ts';

/** Finds an import; TypeScript's parser is loaded with the first call. */
export const findImport = async (file: string, specifier: string): Promise<FoundImport | undefined> =>
  (await import('./find-import.ts')).findImport(file, specifier);
