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
  return `${diagnostics.map((diagnostic) => printOne(diagnostic, options)).join('\n\n')}\n\n${countLine(diagnostics)}\n`;
}

function printOne(diagnostic: Diagnostic, { sources, colors = plain }: PrettyOptions): string {
  const { severity, span } = diagnostic;
  const place = span === undefined ? '' : `${colors.bold(`${span.file}:${span.line}:${span.column}`)} `;
  const lines = [`${place}${colors[severity](severity)} ${diagnostic.code}: ${diagnostic.message}`];
  const source = span === undefined ? undefined : sources.get(span.file);
  if (span !== undefined && source !== undefined) lines.push(printCodeFrame(source, span));
  for (const { message, span: other } of diagnostic.related ?? []) lines.push(`  ${other.file}:${other.line}:${other.column} ${colors.dim(message)}`);
  if (diagnostic.suggestion !== undefined) lines.push(`  Did you mean \`${diagnostic.suggestion}\`?`);
  if (diagnostic.hint !== undefined) lines.push(`  ${diagnostic.hint}.`);
  return lines.join('\n');
}

function countLine(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const parts = [errors > 0 ? plural(errors, 'error') : '', warnings > 0 ? plural(warnings, 'warning') : ''];
  return parts.filter((part) => part !== '').join(', ');
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
