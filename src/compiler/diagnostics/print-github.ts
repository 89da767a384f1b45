import type { Diagnostic } from './diagnostic.ts';

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
