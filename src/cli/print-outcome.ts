import type { Json, JsonObject } from '@service/sdk/model';
import type { Diagnostic } from '../compiler/diagnostics/diagnostic.ts';
import type { CommandOutcome } from './command.ts';
import { exitCode } from './exit-codes.ts';
import type { Output } from './output.ts';
import { paintFor } from './terminal.ts';

/** The one document of `--json` and of `SERVICE_OUTPUT_FILE`. */
export function resultDocument(command: string, outcome: CommandOutcome): string {
  const ok = exitCode(outcome.exit) === 0;
  const document: JsonObject = { schemaVersion: 1, ok, command, data: outcome.data, diagnostics: (outcome.diagnostics ?? []).map(diagnosticJson) };
  return `${JSON.stringify(document)}\n`;
}

/** Prints a command's outcome: the document, or text on stdout and findings on stderr. */
export function printOutcome(outcome: CommandOutcome, to: { readonly command: string; readonly output: Output; readonly format?: string }): void {
  if (to.output.json) return to.output.data(resultDocument(to.command, outcome));
  const diagnostics = outcome.diagnostics ?? [];
  for (const diagnostic of diagnostics) to.output.say(printPlain(diagnostic, to.output));
  if (outcome.text !== undefined) to.output.data(outcome.text);
}

function printPlain(diagnostic: Diagnostic, output: Output): string {
  const paint = paintFor(output.stderr);
  const place = diagnostic.span === undefined ? '' : `${diagnostic.span.file}:${diagnostic.span.line}:${diagnostic.span.column} `;
  const head = `${place}${paint(diagnostic.severity === 'error' ? 'red' : 'yellow', diagnostic.severity)} ${diagnostic.code}: ${diagnostic.message}`;
  const help = [diagnostic.suggestion, diagnostic.hint].filter((line) => line !== undefined);
  return [head, ...help.map((line) => `  ${line}`)].join('\n');
}

function diagnosticJson(diagnostic: Diagnostic): JsonObject {
  const place = diagnostic.span === undefined ? {} : { span: spanJson(diagnostic.span) };
  const related: Json[] = (diagnostic.related ?? []).map((other) => ({ message: other.message, span: spanJson(other.span) }));
  return { code: diagnostic.code, severity: diagnostic.severity, message: diagnostic.message, hint: diagnostic.hint, suggestion: diagnostic.suggestion, ...place, ...(related.length > 0 ? { related } : {}) };
}

function spanJson(span: NonNullable<Diagnostic['span']>): JsonObject {
  return { file: span.file, start: span.start, end: span.end, line: span.line, column: span.column };
}
