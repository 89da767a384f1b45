/** Findings as values: one catalogue of codes and texts, a collector, and printers. Imported by every phase; imports none. */
export { catalog, diagnose } from './catalog.ts';
export { type Diagnostic, type DiagnosticLocation, type Explanation, withoutByteOrderMark } from './diagnostic.ts';
export { type PrettyColors, printCodeFrame, printGithub, printPretty, printSarif } from './print-pretty.ts';
export { DiagnosticCollector, hasErrors, sortDiagnostics } from './collector.ts';
