import { applyEdits, type Edit } from './json-spans.ts';
import { isPlural, type SecretNames } from './secret-names.ts';

/** Gives what stands for a credential. */
export type Hide = (value: string) => string;

interface Found {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly isField: boolean;
}

/** Hides the values of names in a text: `name=value`, `"name": "value"`, `<name>value</name>`, in whatever language it is written. */
export function hidePairs(text: string, names: SecretNames, hide: Hide): string {
  const edits: Edit[] = [];
  const word = /[\w$%.-]+/g;
  for (let match = word.exec(text); match !== null; match = word.exec(text)) {
    const name = decoded(match[0]);
    const isField = match.index > 0 && '?&#;'.includes(text.charAt(match.index - 1));
    if (isField ? !names.isSecretField(name) : !names.isSecret(name)) continue;
    const found: Found = { name, start: match.index, end: word.lastIndex, isField };
    const edit = inElement(text, found, hide) ?? afterSeparator(text, found, hide);
    if (edit === undefined || edit.end <= word.lastIndex) continue;
    edits.push(edit);
    word.lastIndex = edit.end;
  }
  return applyEdits(text, edits);
}

/** Elements with a longer content end at the next tag. */
const maxContent = 20_000;

function inElement(text: string, { end, start }: Found, hide: Hide): Edit | undefined {
  const [, prefix] = /<((?:[\w.-]{1,80}:)?)$/.exec(text.slice(Math.max(0, start - 82), start)) ?? [];
  if (prefix === undefined) return undefined;
  const tag = /(?:\s(?:[^<>"']|"[^"<]{0,2000}"|'[^'<]{0,2000}'){0,2000})?>/y;
  tag.lastIndex = end;
  if (!tag.test(text) || text.charAt(tag.lastIndex - 2) === '/') return undefined;
  const content = text.slice(tag.lastIndex, tag.lastIndex + maxContent);
  const closing = content.indexOf(`</${prefix}${text.slice(start, end)}`);
  const length = closing >= 0 ? closing : content.search(/<|$/);
  const value = content.slice(0, length);
  return value.trim() === ''
    ? undefined
    : { start: tag.lastIndex, end: tag.lastIndex + length, text: hide(value.replace(/^<!\[CDATA\[(.*)\]\]>$/s, '$1')) };
}

const separator = /((?:\\{0,7}["'`]|[[\])]){0,6})(?:(?<=["'`])\s{0,40}|[ \t]{0,40})(=>|:=|={1,3}|:(?!\/\/))[ \t]{0,40}/y;

function afterSeparator(text: string, found: Found, hide: Hide): Edit | undefined {
  separator.lastIndex = found.end;
  const [matched, closers = '', sign = ''] = separator.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const isQuoted = /["'`]/.test(closers);
  const start = found.end + matched.length + (isQuoted ? spaceAt(text, found.end + matched.length) : 0);
  const [quote] = at(/\\{0,7}["'`]/y, text, start) ?? [];
  if (quote !== undefined) {
    const from = start + quote.length;
    const end = closingQuote(text, from, quote);
    return end === from ? undefined : { start: from, end, text: hide(text.slice(from, end)) };
  }
  if (/[[{]/.test(text.charAt(start))) {
    const end = closingBracket(text, start);
    const value = text.slice(start, end);
    return { start, end, text: isQuoted ? JSON.stringify(hide(value)) : hide(value) };
  }
  const value = sign.startsWith(':') ? afterColon(text, found, { start, isQuoted }) : trimmed(at(/[^\s&#"<>]+/y, text, start)?.[0] ?? '');
  if (value === '' || /^(?:true|false|null|undefined)\b/.test(value) || (/^[\d.]+$/.test(value) && isPlural(found.name))) return undefined;
  const hidden = hide(value);
  const isJson = isQuoted && sign === ':';
  return { start, end: start + value.length, text: isJson ? JSON.stringify(hidden) : sign === '=' ? encodeURIComponent(hidden) : hidden };
}

/** At the start of a line all of it, as in headers and YAML; in a sentence only what looks like no word. */
function afterColon(text: string, { end, start: name }: Found, value: { readonly start: number; readonly isQuoted: boolean }): string {
  const { isQuoted, start } = value;
  const before = text.slice(Math.max(0, name - 80), name);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (!isQuoted && /^[\s<>*|-]*$/.test(line) && line.length < 80) return blockAt(text, start, line.length);
  const [short = ''] = at(/[^\s,;)}\]"'<>&]+/y, text, start) ?? [];
  return isQuoted || start === end + 1 || /\d/.test(short) || short.length >= 20 ? short : '';
}

/** The rest of a line; where it is empty, or `|`, the lines below that are indented further. */
function blockAt(text: string, start: number, indent: number): string {
  const [line = ''] = at(/[^\r\n]*/y, text, start) ?? [];
  if (!/^[|>][+-]?\d?\s*$|^\s*$/.test(line)) return line;
  const below = new RegExp(`(?:\\r?\\n(?:[ \\t]{${String(indent + 1)},}[^\\r\\n]*|(?=\\r?\\n)))+`, 'y');
  const [block = ''] = at(below, text, start + line.length) ?? [];
  return block.trim() === '' ? '' : line + block;
}

/** The end of the line when nothing closes it. */
function closingQuote(text: string, from: number, quote: string): number {
  const isLong = quote.endsWith('`');
  let backslashes = 0;
  for (let index = from; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '\n' && !isLong) return index;
    const closes = quote.length === 1 ? backslashes % 2 === 0 : backslashes < quote.length;
    if (character === quote.at(-1) && closes) return quote.length === 1 ? index : index - backslashes;
    backslashes = character === '\\' ? backslashes + 1 : 0;
  }
  return text.length;
}

/** The end of the text when nothing closes it. */
function closingBracket(text: string, start: number): number {
  let depth = 0;
  let isText = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '"') isText = !isText;
    else if (isText && character === '\\') index += 1;
    else if (!isText && '{['.includes(character)) depth += 1;
    else if (!isText && '}]'.includes(character)) depth -= 1;
    if (depth === 0) return index + 1;
  }
  return text.length;
}

/** Attributes that name what another attribute holds: `<meta name="csrf-token" content="…">`. */
export const hideAttributes = (text: string, names: SecretNames, hide: Hide): string =>
  text.replaceAll(/<[a-z](?:[^<>"']|"[^"<]{0,2000}"|'[^'<]{0,2000}'){0,2000}>/gi, (tag) => {
    const attribute = /(\b[\w:.-]{1,80}\s{0,20}=\s{0,20})("[^"]*"|'[^']*'|[^\s"'>]+)/g;
    const isNamed = [...tag.matchAll(attribute)].some(
      ([, start = '', value = '']) => namers.test(start.replace(/\s*=\s*$/, '')) && names.isSecret(unquoted(value)),
    );
    if (!isNamed) return tag;
    return tag.replaceAll(attribute, (whole, start: string, value: string) =>
      valuers.test(start.replace(/\s*=\s*$/, '')) ? `${start}"${hide(unquoted(value))}"` : whole,
    );
  });

/** Members and attributes that hold a name, and those that hold its value. */
export const namers = /(?:name|key|field|header|id|type|variable|property|attribute|param|parameter)$/i;
export const valuers = /(?:value|values|text|content|data|string)$/i;

const unquoted = (value: string): string => value.replace(/^(["'])(.*)\1$/s, '$2');
const trimmed = (value: string): string => value.replace(/(?<!['`)\];,}])['`)\];,}]{1,9}$/, '');
const spaceAt = (text: string, start: number): number => at(/\s{0,80}/y, text, start)?.[0].length ?? 0;

function at(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

/** Escapes that are no text stay; the others beside them are read. */
export const decoded = (text: string): string => text.replaceAll(/(?:%[\da-f]{2})+/gi, decodedRun);

function decodedRun(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}
