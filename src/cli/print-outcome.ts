import { printJson } from '../std/texts.ts';
import type { Json, JsonObject } from '@service/sdk/model';
import type { Diagnostic, PrettyColors } from '../compiler/diagnostics/index.ts';
import { jsonLine, terminalJson, terminalText } from '@service/sdk/terminal';
import type { CommandOutcome } from './command.ts';
import { exitCode } from './exit-codes.ts';
import type { Output } from './output.ts';
import { inRepository } from './repository-paths.ts';
import { cliVersion } from './versions.ts';

/** The one document of `--json` and of `SERVICE_OUTPUT_FILE`. */
export function resultDocument(command: string, outcome: CommandOutcome): string {
  const ok = exitCode(outcome.exit) === 0;
  const document: JsonObject = {
    schemaVersion: 1,
    ok,
    command,
    data: outcome.data,
    diagnostics: (outcome.diagnostics ?? []).map(diagnosticJson),
  };
  return jsonLine(document);
}

/** Prints a command's outcome: the document, findings for a machine, or text on stdout and findings on stderr. */
export async function printOutcome(
  outcome: CommandOutcome,
  to: { readonly command: string; readonly output: Output; readonly format?: string },
): Promise<void> {
  if (to.output.json) return to.output.data(resultDocument(to.command, outcome));
  const formatted = to.format === undefined ? undefined : outcome.formatted?.[to.format];
  if (formatted !== undefined) return formatted === '' ? undefined : to.output.data(machineText(to.format, formatted));
  const diagnostics = outcome.diagnostics ?? [];
  // The catalogue of texts is only worth loading when there is something to print.
  if (diagnostics.length > 0 || (to.format !== undefined && to.format !== 'pretty')) {
    const printers = await import('../compiler/diagnostics/index.ts');
    if (to.format === 'json') return to.output.data(terminalJson(printJson(diagnostics)));
    const { projectRoot } = outcome;
    const located = projectRoot === undefined ? diagnostics : inRepository(diagnostics, projectRoot);
    if (to.format === 'sarif') return to.output.data(terminalJson(printers.printSarif(located, cliVersion())));
    if (to.format === 'github') return located.length > 0 ? to.output.page(printers.printGithub(located)) : undefined;
    to.output.say(await printFindings(diagnostics, { sources: outcome.sources ?? new Map(), output: to.output }));
    const [worst] = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
    if (worst !== undefined) to.output.say(to.output.paint('dim', `service explain ${worst.code}`));
  }
  if (outcome.text !== undefined) to.output.page(outcome.text);
}

/** Annotations are lines, which a log shows as they are; the other forms are JSON. */
const machineText = (format: string | undefined, text: string): string => (format === 'github' ? terminalText(text) : terminalJson(text));

/** Findings as a person reads them, in the colours of stderr. */
export async function printFindings(
  diagnostics: readonly Diagnostic[],
  at: { readonly sources: ReadonlyMap<string, string>; readonly output: Output },
): Promise<string> {
  const { printPretty } = await import('../compiler/diagnostics/index.ts');
  return printPretty(diagnostics, { sources: at.sources, colors: colorsOf(at.output) });
}

function colorsOf({ paint }: Output): PrettyColors {
  return {
    error: (text) => paint('red', text),
    warning: (text) => paint('yellow', text),
    dim: (text) => paint('dim', text),
    bold: (text) => paint('bold', text),
  };
}

function diagnosticJson(diagnostic: Diagnostic): JsonObject {
  const place = diagnostic.span === undefined ? {} : { span: spanJson(diagnostic.span) };
  const related: Json[] = (diagnostic.related ?? []).map((other) => ({ message: other.message, span: spanJson(other.span) }));
  return {
    code: diagnostic.code,
    severity: diagnostic.severity,
    message: diagnostic.message,
    hint: diagnostic.hint,
    suggestion: diagnostic.suggestion,
    ...place,
    ...(related.length > 0 ? { related } : {}),
  };
}

function spanJson(span: NonNullable<Diagnostic['span']>): JsonObject {
  return { file: span.file, start: span.start, end: span.end, line: span.line, column: span.column };
}
