import { sentence } from '../../std/texts.ts';
import { catalogRow, isDiagnosticCode } from './catalog.ts';
import { printCodeFrame } from './code-frame.ts';
import type { Diagnostic } from './diagnostic.ts';

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
