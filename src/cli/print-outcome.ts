import { printJson } from '../std/texts.ts';
import type { Json, JsonObject } from '@service/sdk/model';
import type { Diagnostic, PrettyColors } from '../compiler/diagnostics/index.ts';
import { jsonLine, printOutcome as print, terminalJson, terminalText } from '@service/sdk/terminal';
import type { CommandOutcome } from './command.ts';
import { exitCode } from './exit-codes.ts';
import type { Output } from './output.ts';
import { inRepository } from './repository-paths.ts';
import { cliVersion } from './versions.ts';

/** The one document of `--json` and of `SERVICE_OUTPUT_FILE`. */
export const resultDocument = (command: string, outcome: CommandOutcome): string => jsonLine(documentOf(command, outcome));

const documentOf = (command: string, { data, diagnostics = [], exit }: CommandOutcome): JsonObject => ({
  schemaVersion: 1,
  ok: exitCode(exit) === 0,
  command,
  data,
  diagnostics: diagnostics.map(diagnosticJson),
});

/** Prints a command's outcome: the document, findings for a machine, or text on stdout and findings on stderr. */
export async function printOutcome(
  outcome: CommandOutcome,
  to: { readonly command: string; readonly output: Output; readonly format?: string },
): Promise<void> {
  const { command, format, output } = to;
  if (!output.json && (await printFormatted(outcome, format, output))) return;
  const said = output.json ? [] : await adviceOf(outcome, output);
  print({ data: documentOf(command, outcome), text: outcome.text, said }, output, output.json);
}

/** The forms of `--format` that a machine reads. Returns false for a person's. */
async function printFormatted(outcome: CommandOutcome, format: string | undefined, output: Output): Promise<boolean> {
  const formatted = format === undefined ? undefined : outcome.formatted?.[format];
  if (formatted !== undefined) {
    // Annotations are lines, which a log shows as they are; the other forms are JSON.
    if (formatted !== '') output.data(format === 'github' ? terminalText(formatted) : terminalJson(formatted));
    return true;
  }
  if (format === undefined || format === 'pretty') return false;
  const { diagnostics = [], projectRoot } = outcome;
  if (format === 'json') {
    output.data(terminalJson(printJson(diagnostics)));
    return true;
  }
  const { printGithub, printSarif } = await import('../compiler/diagnostics/index.ts');
  const located = projectRoot === undefined ? diagnostics : inRepository(diagnostics, projectRoot);
  if (format === 'sarif') output.data(terminalJson(printSarif(located, cliVersion())));
  else if (format !== 'github') return false;
  else if (located.length > 0) output.page(printGithub(located));
  return true;
}

/** The findings of a command, and where the worst is explained. The catalogue of texts is only worth loading when there is one. */
async function adviceOf({ diagnostics = [], sources = new Map() }: CommandOutcome, output: Output): Promise<readonly string[]> {
  if (diagnostics.length === 0) return [];
  const [worst] = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  return [
    await printFindings(diagnostics, { sources, output }),
    ...(worst === undefined ? [] : [output.paint('dim', `service explain ${worst.code}`)]),
  ];
}

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
  const related: Json[] = (diagnostic.related ?? []).map((other) => ({ message: other.message, span: spanJson(other.span) }));
  return {
    code: diagnostic.code,
    severity: diagnostic.severity,
    message: diagnostic.message,
    hint: diagnostic.hint,
    suggestion: diagnostic.suggestion,
    span: diagnostic.span && spanJson(diagnostic.span),
    related: related.length > 0 ? related : undefined,
  };
}

function spanJson(span: NonNullable<Diagnostic['span']>): JsonObject {
  return { file: span.file, start: span.start, end: span.end, line: span.line, column: span.column };
}
