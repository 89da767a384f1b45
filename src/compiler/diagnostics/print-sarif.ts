import { printJson } from '../../std/texts.ts';
import { catalog, isDiagnosticCode } from './catalog.ts';
import type { Diagnostic } from './diagnostic.ts';

/** SARIF 2.1.0, for code-scanning services. */
export function printSarif(diagnostics: readonly Diagnostic[], version: string): string {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'service', version, rules: codes.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((diagnostic) => resultOf(diagnostic, codes)),
      },
    ],
  };
  return printJson(log);
}

function ruleOf(code: string): object {
  if (!isDiagnosticCode(code)) return { id: code };
  const { severity, explain } = catalog[code];
  return { id: code, shortDescription: { text: explain.cause }, help: { text: explain.fix }, defaultConfiguration: { level: severity } };
}

function resultOf(diagnostic: Diagnostic, codes: readonly string[]): object {
  const { code, severity, message, hint, span } = diagnostic;
  const text = hint === undefined ? message : `${message}\n${hint}`;
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: severity,
    message: { text },
    ...(span === undefined ? {} : { locations: [locationOf(span)] }),
    ...(diagnostic.related === undefined
      ? {}
      : { relatedLocations: diagnostic.related.map((other) => ({ ...locationOf(other.span), message: { text: other.message } })) }),
  };
}

function locationOf(span: NonNullable<Diagnostic['span']>): object {
  const region = { startLine: span.line, startColumn: span.column, charOffset: span.start, charLength: span.end - span.start };
  return { physicalLocation: { artifactLocation: { uri: encodeURI(span.file) }, region } };
}
