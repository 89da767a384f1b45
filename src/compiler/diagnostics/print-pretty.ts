import { printJson, sentence } from '../../std/texts.ts';
import { catalog, catalogRow, isDiagnosticCode } from './catalog.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Span } from '../model/span.ts';

export interface PrettyOptions {
  readonly sources: ReadonlyMap<string, string>;
  /** Escape sequences for a terminal; plain text without. */
  readonly colors?: PrettyColors;
}

export interface PrettyColors {
  error(text: string): string;
  warning(text: string): string;
  dim(text: string): string;
  bold(text: string): string;
}

const plain: PrettyColors = { error: String, warning: String, dim: String, bold: String };

/** For people: `path:line:column error code: message`, the frame, what to do, and a last line that counts. */
export function printPretty(diagnostics: readonly Diagnostic[], options: PrettyOptions): string {
  if (diagnostics.length === 0) return '';
  const shown = { ...options, sources: withoutSecrets(diagnostics, options.sources) };
  return `${diagnostics.map((diagnostic) => printOne(diagnostic, shown)).join('\n\n')}\n\n${countLine(diagnostics)}\n`;
}

function printOne(diagnostic: Diagnostic, { sources, colors = plain }: PrettyOptions): string {
  const { severity, span } = diagnostic;
  const location = span === undefined ? '' : `${colors.bold(`${span.file}:${span.line}:${span.column}`)} `;
  const lines = [`${location}${colors[severity](severity)} ${diagnostic.code}: ${diagnostic.message}`];
  const source = span === undefined ? undefined : sources.get(span.file);
  if (span !== undefined && source !== undefined) lines.push(printCodeFrame(source, span));
  for (const { message, span: other } of diagnostic.related ?? [])
    lines.push(`  ${other.file}:${other.line}:${other.column} ${colors.dim(message)}`);
  if (diagnostic.suggestion !== undefined) lines.push(`  Did you mean \`${diagnostic.suggestion}\`?`);
  if (diagnostic.hint !== undefined) lines.push(`  ${sentence(diagnostic.hint)}`);
  return lines.join('\n');
}

/** A build log is read by more people than the source: a secret is not repeated in any frame. */
function withoutSecrets(diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const shown = new Map(sources);
  for (const { code, span } of diagnostics) {
    const text = span === undefined ? undefined : shown.get(span.file);
    if (span === undefined || text === undefined || !isDiagnosticCode(code) || catalogRow(code).hidesSource !== true) continue;
    const stars = text.slice(span.start, span.end).replaceAll(/[^\n\r]/g, '*');
    shown.set(span.file, `${text.slice(0, span.start)}${stars}${text.slice(span.end)}`);
  }
  return shown;
}

function countLine(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const parts = [errors > 0 ? plural(errors, 'error') : '', warnings > 0 ? plural(warnings, 'warning') : ''];
  return parts.filter((part) => part !== '').join(', ');
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** What an annotation says; a notice fails nothing. */
type Annotation = Omit<Diagnostic, 'severity'> & { readonly severity: Diagnostic['severity'] | 'notice' };

/** Workflow commands: each finding becomes an annotation of a pull request. */
export function printGithub(diagnostics: readonly Annotation[]): string {
  return diagnostics.map((diagnostic) => `${printCommand(diagnostic)}\n`).join('');
}

function printCommand({ severity, code, message, hint, span }: Annotation): string {
  const location = span === undefined ? [] : [`file=${escapeProperty(span.file)}`, `line=${span.line}`, `col=${span.column}`];
  const properties = [...location, `title=${escapeProperty(code)}`].join(',');
  return `::${severity} ${properties}::${escapeData(hint === undefined ? message : `${message}\n${hint}`)}`;
}

// A new line or `::` in a user's text would otherwise start a command of its own.
const escapeData = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

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
    locations: span && [locationOf(span)],
    relatedLocations: diagnostic.related?.map((other) => ({ ...locationOf(other.span), message: { text: other.message } })),
  };
}

function locationOf(span: NonNullable<Diagnostic['span']>): object {
  const region = { startLine: span.line, startColumn: span.column, charOffset: span.start, charLength: span.end - span.start };
  return { physicalLocation: { artifactLocation: { uri: encodeURI(span.file) }, region } };
}

const tabWidth = 2;
const widest = 120;

/** The line of a span with one line before and after it, and a caret under what is meant. */
export function printCodeFrame(source: string, span: Span): string {
  const lines = source.split(/\r\n|\n|\r/);
  const first = Math.max(1, span.line - 1);
  const last = Math.min(lines.length, span.line + 1);
  const gutter = String(last).length;
  const line = lines[span.line - 1] ?? '';
  const before = expandTabs(line.slice(0, span.column - 1));
  const startColumn = before.length;
  const marked = firstLineOf(source.slice(span.start, span.end));
  const length = Math.max(1, displayWidth(expandTabs(marked)));
  // A minified or generated line is cut so that the caret stays in view.
  const cut = startColumn + Math.min(length, 40) > widest ? startColumn - 40 : 0;
  const output: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const here = number === span.line;
    output.push(`${here ? '>' : ' '} ${String(number).padStart(gutter)} | ${cutLine(expandTabs(lines[number - 1] ?? ''), cut)}`.trimEnd());
    if (here) {
      const indent = displayWidth(before.slice(cut)) + (cut > 0 ? 1 : 0);
      output.push(`  ${' '.repeat(gutter)} | ${' '.repeat(indent)}${'^'.repeat(Math.min(length, Math.max(1, widest - indent)))}`);
    }
  }
  return output.join('\n');
}

/** Columns that a terminal gives the text: wide characters take two, combining ones none. Emoji are two UTF-16 units and two columns. */
function displayWidth(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at += 1) width += wide.test(text.charAt(at)) ? 2 : combining.test(text.charAt(at)) ? 0 : 1;
  return width;
}

const wide = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]/;
const combining = /\p{Mn}/u;

const expandTabs = (text: string): string => text.replaceAll('\t', ' '.repeat(tabWidth));

const firstLineOf = (text: string): string => text.split(/\r\n|\n|\r/, 1)[0] ?? '';

function cutLine(line: string, from: number): string {
  const rest = from > 0 ? `…${line.slice(from)}` : line;
  return rest.length > widest ? `${rest.slice(0, widest - 1)}…` : rest;
}
