/** Findings as values: one catalogue of codes and texts, a collector, and printers. Imported by every phase; imports none. */
export { catalog, diagnose, isDiagnosticCode } from './catalog.ts';
export type { DiagnosticCode, ParamsOf } from './catalog.ts';
export type { CatalogRow, Explanation } from './catalog-row.ts';
export { closestName as closestMatch } from '@service/sdk/options';
export { printCodeFrame } from './code-frame.ts';
export { DiagnosticCollector, hasErrors, sortDiagnostics } from './collector.ts';
export type { Diagnostic, Severity } from './diagnostic.ts';
export { printGithub } from './print-github.ts';
export { printJson } from './print-json.ts';
export { printPretty } from './print-pretty.ts';
export type { PrettyColors, PrettyOptions } from './print-pretty.ts';
export { printSarif } from './print-sarif.ts';
export type { Span } from '../model/span.ts';
