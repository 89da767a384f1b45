import type { Diagnostic } from '../compiler/diagnostics/index.ts';

type Span = NonNullable<Diagnostic['span']>;

type Path = readonly (string | number)[];

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** A name or a quoted key, unquoted; undefined for punctuation. */
  readonly word?: string;
}

/**
 * Where the key at `path` stands in a config file, found by walking the literal that the file exports. Works for JSON and for object
 * literals in JavaScript and TypeScript; undefined when the value is computed elsewhere (a spread, a variable).
 */
export function locateKey(text: string, path: Path, file: string): Span | undefined {
  const found = locate(readTokens(text), path)?.key;
  return found === undefined ? undefined : { file, start: found.start, end: found.end, ...lineAndColumn(text, found.start) };
}

interface Located {
  /** The item itself in a list. */
  readonly key: Token;
  readonly value: Token;
}

function locate(tokens: readonly Token[], path: Path): Located | undefined {
  let at = rootLiteral(tokens);
  let key = at;
  for (const part of path) {
    const next: number | undefined = at === undefined ? undefined : step(tokens, at, part);
    if (next === undefined) return undefined;
    key = typeof part === 'number' ? next : next - 2;
    at = next;
  }
  const found = { key: tokens[key ?? -1], value: tokens[at ?? -1] };
  return found.key === undefined || found.value === undefined ? undefined : { key: found.key, value: found.value };
}

function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Index of the `{` that the file exports: the whole JSON value, or what stands after `export default` or `module.exports =`. */
function rootLiteral(tokens: readonly Token[]): number | undefined {
  if (tokens[0]?.text === '{') return 0;
  const exported = tokens.findIndex(
    (token, index) =>
      (token.word === 'default' && tokens[index - 1]?.word === 'export') || (token.word === 'exports' && tokens[index + 1]?.text === '='),
  );
  if (exported < 0) return undefined;
  for (let index = exported + 1; index < Math.min(tokens.length, exported + 5); index += 1) if (tokens[index]?.text === '{') return index;
  return undefined;
}

/** Index of the value's first token for one key or list position inside the literal that begins at `open`. */
function step(tokens: readonly Token[], open: number, part: string | number): number | undefined {
  if (tokens[open]?.text !== (typeof part === 'number' ? '[' : '{')) return undefined;
  let depth = 0;
  let position = 0;
  for (let index = open; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined) return undefined;
    if (depth === 1 && typeof part === 'number' && position === part && token.text !== ',' && token.text !== ']') return index;
    if (depth === 1 && typeof part === 'string' && token.word === part && tokens[index + 1]?.text === ':' && startsItem(tokens[index - 1]))
      return index + 2;
    if ('{[('.includes(token.text) && token.word === undefined) depth += 1;
    if ('}])'.includes(token.text) && token.word === undefined) depth -= 1;
    if (depth === 0) return undefined;
    if (depth === 1 && token.text === ',') position += 1;
  }
  return undefined;
}

const startsItem = (before: Token | undefined): boolean => before?.text === '{' || before?.text === ',';

/** A lexer that knows only what matters for nesting: strings, comments, words and brackets. */
function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const start = at;
    const char = text[at] ?? '';
    if (text.startsWith('//', at)) at = indexAfter(text, '\n', at);
    else if (text.startsWith('/*', at)) at = indexAfter(text, '*/', at + 2);
    else if (char === '"' || char === "'" || char === '`') {
      at = endOfString(text, at, char);
      tokens.push({ text: '""', start, end: at, word: text.slice(start + 1, at - 1) });
    } else if (isWordPart(char)) {
      while (isWordPart(text[at] ?? '')) at += 1;
      tokens.push({ text: 'word', start, end: at, word: text.slice(start, at) });
    } else {
      at += 1;
      if (char.trim() !== '') tokens.push({ text: char, start, end: at });
    }
  }
  return tokens;
}

const isWordPart = (char: string): boolean => char !== '' && /[\p{L}\p{N}_$.-]/u.test(char) && char !== '.';

function indexAfter(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}

function endOfString(text: string, from: number, quote: string): number {
  let at = from + 1;
  while (at < text.length && text[at] !== quote) at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** Masks every quoted value but those at the paths, without changing the length: a code frame of a config must not show a secret. */
export function hideValues(text: string, shown: readonly Path[] = []): string {
  const tokens = readTokens(text);
  const open = new Set(shown.map((path) => locate(tokens, path)?.value));
  let hidden = text;
  tokens.forEach((token, index) => {
    const isKey = tokens[index + 1]?.text === ':' && startsItem(tokens[index - 1]);
    if (token.text !== '""' || isKey || open.has(token) || token.end - token.start < 2) return;
    const inside = text.slice(token.start + 1, token.end - 1).replaceAll(/[^\n]/g, '*');
    hidden = `${hidden.slice(0, token.start + 1)}${inside}${hidden.slice(token.end - 1)}`;
  });
  return hidden;
}
