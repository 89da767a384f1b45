import type { Json, JsonObject } from '@service/sdk/model';

/** Front matter as JSON, or why it cannot be read; never a guess. */
export type FrontMatter = { readonly value: JsonObject } | { readonly problem: string };

/**
 * Reads the front matter of a SKILL.md: the part of YAML 1.2 whose meaning needs no rules to remember (texts, numbers, true and false,
 * JSON values, one level of nested keys, lists of such values). Everything else of YAML is refused and not misread.
 */
export function readFrontMatter(markdown: string): FrontMatter {
  const block = /^\ufeff?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(markdown)?.[1];
  if (block === undefined) return { problem: 'it must begin with a line "---", then the front matter, then a line "---"' };
  try {
    return { value: readBlock(block.split(/\r?\n/)) };
  } catch (failure) {
    if (failure instanceof Unreadable) return { problem: failure.message };
    throw failure;
  }
}

class Unreadable extends Error {}

const isIgnored = (line: string): boolean => /^[ \t]*(?:#.*)?$/.test(line);
const keyLine = /^(?:([A-Za-z][\w-]*)|("(?:[^"\\]|\\.)*")):(?: +(.*))?$/;

function readBlock(lines: readonly string[]): JsonObject {
  const entries = new Map<string, Json>();
  let at = 0;
  while (at < lines.length) {
    const line = (lines[at++] ?? '').trimEnd();
    if (isIgnored(line)) continue;
    const { key, rest } = readKey(line);
    const nested: string[] = [];
    while (at < lines.length && (/^[ \t]/.test(lines[at] ?? '') || isIgnored(lines[at] ?? ''))) nested.push((lines[at++] ?? '').trimEnd());
    add(
      entries,
      key,
      valueOf(
        key,
        rest,
        nested.filter((inner) => !isIgnored(inner)),
      ),
    );
  }
  return Object.fromEntries(entries);
}

function readKey(line: string): { key: string; rest: string } {
  const match = keyLine.exec(line);
  if (match === null) throw new Unreadable(`"${line}" must be "key: value"`);
  const [, plain, quoted = '""', rest = ''] = match;
  const key = plain ?? readQuoted(quoted);
  if (isReservedWord(key) || key === '__proto__') throw new Unreadable(`the key "${key}" must be in quotes`);
  return { key: plain ?? key, rest };
}

function readQuoted(text: string): string {
  const key = parseJson(text, text);
  if (typeof key === 'string') return key;
  throw new Unreadable(`${text} must be a text`);
}

function add(entries: Map<string, Json>, key: string, value: Json): void {
  if (entries.has(key)) throw new Unreadable(`"${key}" is there twice`);
  entries.set(key, value);
}

function valueOf(key: string, rest: string, nested: readonly string[]): Json {
  if (rest !== '') {
    if (nested.length > 0) throw new Unreadable(`"${key}": a value must be on one line; put it in quotes, with \\n for a new line`);
    return readScalar(key, rest);
  }
  const [first] = nested;
  if (first === undefined) throw new Unreadable(`"${key}" has no value`);
  const indent = /^ +/.exec(first)?.[0] ?? '';
  const inner = nested.map((line) => {
    if (indent === '' || !line.startsWith(indent) || /^\s/.test(line.slice(indent.length)))
      throw new Unreadable(`"${key}": "${line.trim()}" must be indented like "${first.trim()}", with spaces`);
    return line.slice(indent.length);
  });
  return inner.every((line) => line.startsWith('- ')) ? inner.map((line) => readScalar(key, line.slice(2).trim())) : readNested(inner);
}

function readNested(lines: readonly string[]): JsonObject {
  const entries = new Map<string, Json>();
  for (const line of lines) {
    const { key, rest } = readKey(line);
    if (rest === '') throw new Unreadable(`"${key}" has no value on its line; deeper levels need JSON: { "a": { "b": 1 } }`);
    add(entries, key, readScalar(key, rest));
  }
  return Object.fromEntries(entries);
}

const number = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/;
/** Begins with a letter and has nothing that YAML gives a meaning: no ": ", no " #", no colon at the end, no tab. */
const plainText = /^\p{L}(?:(?!: | #|\t)[^\p{Cc}\ufeff])*$/u;

function readScalar(key: string, text: string): Json {
  if (/^["[{]/.test(text)) return parseJson(text, `"${key}": ${text}`);
  if (text === 'true' || text === 'false') return text === 'true';
  if (number.test(text)) return Number(text);
  if (!plainText.test(text) || text.endsWith(':') || isReservedWord(text))
    throw new Unreadable(`"${key}": put the text in double quotes: ${JSON.stringify(text)}`);
  return text;
}

/** Words that one version of YAML or another reads as something else than text. */
const isReservedWord = (text: string): boolean => /^(?:true|false|yes|no|on|off|y|n|null)$/i.test(text);

/** A JSON text means the same in YAML 1.2, but for a key that is there twice. */
function parseJson(text: string, what: string): Json {
  try {
    const value = JSON.parse(text) as Json;
    if (hasNoDoubleKey(text, value)) return value;
  } catch {
    // Said below.
  }
  throw new Unreadable(`${what} must be JSON, each key once`);
}

/** As many colons outside texts as keys: JSON.parse keeps only the last of two equal keys. */
function hasNoDoubleKey(text: string, value: Json): boolean {
  const colons = text.replace(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;
  return colons === countKeys(value);
}

function countKeys(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value).reduce<number>((sum, item) => sum + countKeys(item ?? null), 0);
  return Array.isArray(value) ? inner : inner + Object.keys(value).length;
}
