import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import type { Diagnostic } from '../compiler/diagnostics/index.ts';

/** The first place at which a text is not JSON; undefined for JSON. */
export function jsonFault(file: string, text: string): { readonly span: Diagnostic['span']; readonly what: string } | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const [first] = errors;
  if (first === undefined) return undefined;
  const { error, length, offset } = first;
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const span = { file, start: offset, end: offset + length, line, column: offset - before.lastIndexOf('\n') };
  return { span, what: wordsOf(printParseErrorCode(error)) };
}

/** `PropertyNameExpected` → `property name expected`. */
const wordsOf = (code: string): string => code.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
