import type { Diagnostic } from './diagnostic.ts';

/** For programs: one JSON array, a finding an element, as they are. */
export const printJson = (diagnostics: readonly Diagnostic[]): string => `${JSON.stringify(diagnostics, undefined, 2)}\n`;
