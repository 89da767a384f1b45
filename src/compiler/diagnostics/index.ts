/** Findings as values: one catalogue of codes and texts, a collector, and printers. Imported by every phase; imports none. */
export { catalog, diagnose } from './catalog.ts';
export type { Explanation } from './catalog-row.ts';
export { printCodeFrame } from './code-frame.ts';
export { DiagnosticCollector, hasErrors, sortDiagnostics } from './collector.ts';
export type { Diagnostic, DiagnosticLocation } from './diagnostic.ts';
export { printGithub } from './print-github.ts';
export { printPretty, type PrettyColors } from './print-pretty.ts';
export { printSarif } from './print-sarif.ts';
export { withoutByteOrderMark } from './source-text.ts';
