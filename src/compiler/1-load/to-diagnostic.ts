import path from 'node:path';
import { ts } from 'ts-morph';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { Span } from '../model/span.ts';

/** TypeScript's own finding as one of ours. */
export function toDiagnostic(diagnostic: ts.Diagnostic, root: string): Diagnostic {
  const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n');
  // 1000…1999 are the parser's codes.
  const code =
    diagnostic.code < 2000 && diagnostic.category === ts.DiagnosticCategory.Error && isParsers(diagnostic) ? 'syntax-error' : 'type-error';
  const span = spanOf(diagnostic, root);
  return diagnose(code, { text, number: diagnostic.code }, { span });
}

/** Decorator calls that do not fit are reported with 1238…1241 and 1270 by the checker. */
const isParsers = ({ code }: ts.Diagnostic): boolean => !(code >= 1238 && code <= 1241) && code !== 1270 && code !== 1329;

function spanOf({ file, start, length }: ts.Diagnostic, root: string): Span | undefined {
  if (file === undefined || start === undefined) return undefined;
  const { line, character } = ts.getLineAndCharacterOfPosition(file, start);
  const relative = path.relative(root, file.fileName).replaceAll('\\', '/');
  return { file: relative, start, end: start + (length ?? 0), line: line + 1, column: character + 1 };
}
