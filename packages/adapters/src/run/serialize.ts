import { textOfJson } from '@service/sdk/model';
import { isRecord } from '@service/sdk/internal';
import { PublicMcpError } from '@service/sdk/errors';
import type { PreparedEncoding, PreparedParameter } from '../prepared.ts';

/** A name and a value of a query, a form or a cookie, both encoded. */
export type Pair = readonly [string, string];

/** @throws {PublicMcpError} for text that is not Unicode */
export function encode(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw invalidArgument('an argument has half of a surrogate pair, which is no text');
  }
}

export const invalidArgument = (why: string): PublicMcpError => new PublicMcpError(`Invalid tool input: ${why}`, 'INVALID_INPUT', 400);

/** Characters of RFC 3986 section 2.2 that `allowReserved` leaves; those that would end the value or the query stay encoded. */
const reserved = (text: string): string =>
  text.replaceAll(/%(3A|2F|3F|5B|5D|40|21|24|27|28|29|2A|2C|3B)/g, (part) => decodeURIComponent(part));

type Style = Pick<PreparedParameter, 'explode' | 'json' | 'reserved' | 'style'>;

const isAbsent = (value: unknown): boolean => value === undefined;

/** Members and items that are there. */
const itemsOf = (list: readonly unknown[]): readonly string[] => list.filter((item) => !isAbsent(item)).map(textOfJson);
const membersOf = (value: Readonly<Record<string, unknown>>): readonly Pair[] =>
  Object.entries(value).flatMap(([name, member]) => (isAbsent(member) ? [] : [[name, textOfJson(member)] as const]));

/** Parameters of a query, cookies and members of a form: style `form`, `spaceDelimited`, `pipeDelimited` or `deepObject`. */
export function formPairs(name: string, value: unknown, style: Style): readonly Pair[] {
  const text = (raw: string): string => (style.reserved === true ? reserved(encode(raw)) : encode(raw));
  if (style.json === true) return [[encode(name), text(JSON.stringify(value))]];
  if (style.style === 'deepObject') return deepPairs(name, value).map(([key, member]) => [encode(key), text(member)]);
  const explode = style.explode ?? (style.style ?? 'form') === 'form';
  const separator = style.style === 'spaceDelimited' ? '%20' : style.style === 'pipeDelimited' ? '%7C' : ',';
  if (Array.isArray(value)) {
    const items = itemsOf(value).map(text);
    if (items.length === 0) return [];
    return explode ? items.map((item) => [encode(name), item]) : [[encode(name), items.join(separator)]];
  }
  if (!isRecord(value)) return [[encode(name), text(textOfJson(value))]];
  const members = membersOf(value).map(([key, member]) => [encode(key), text(member)] as const);
  if (members.length === 0) return [];
  return explode ? members : [[encode(name), members.flat().join(separator)]];
}

/** `filter[name][0]=…`: lists by index. */
function deepPairs(name: string, value: unknown): readonly Pair[] {
  if (isAbsent(value)) return [];
  if (Array.isArray(value)) return value.flatMap((item: unknown, at) => deepPairs(`${name}[${at}]`, item));
  if (isRecord(value)) return Object.entries(value).flatMap(([key, member]) => deepPairs(`${name}[${key}]`, member));
  return [[name, textOfJson(value)]];
}

/** Parameters of a path: style `simple`, `label` or `matrix` of RFC 6570. */
export function pathText(name: string, value: unknown, style: Style): string {
  if (style.json === true) return encode(JSON.stringify(value));
  if (style.style === 'label') return `.${listText(value, { explode: style.explode, separator: '.' })}`;
  if (style.style !== 'matrix') return listText(value, { explode: style.explode, separator: ',' });
  if (Array.isArray(value) && style.explode === true)
    return itemsOf(value)
      .map((item) => `;${encode(name)}=${encode(item)}`)
      .join('');
  if (isRecord(value) && style.explode === true)
    return membersOf(value)
      .map(([key, member]) => `;${encode(key)}=${encode(member)}`)
      .join('');
  return `;${encode(name)}=${listText(value, { explode: false, separator: ',' })}`;
}

interface ListStyle {
  readonly explode: boolean | undefined;
  /** Between items, where the value is exploded. */
  readonly separator: string;
}

function listText(value: unknown, { explode = false, separator }: ListStyle, text: (raw: string) => string = encode): string {
  const between = explode ? separator : ',';
  if (Array.isArray(value)) return itemsOf(value).map(text).join(between);
  if (!isRecord(value)) return text(textOfJson(value));
  const members = membersOf(value).map(([key, member]) => `${text(key)}${explode ? '=' : ','}${text(member)}`);
  return members.join(between);
}

/** Parameters of headers: style `simple`. The text is checked where the header is set. */
export const headerText = (value: unknown, { explode, json }: Style): string =>
  json === true ? JSON.stringify(value) : listText(value, { explode, separator: ',' }, (raw) => raw);

/** Members of a form body; without a style, lists are repeated and objects are JSON. */
export function formBodyPairs(name: string, value: unknown, { explode, mediaType, style }: PreparedEncoding = {}): readonly Pair[] {
  if (style !== undefined || explode !== undefined)
    return formPairs(name, value, { style: style ?? 'form', ...(explode === undefined ? {} : { explode }) });
  const isJson = mediaType !== undefined && /[/+]json/i.test(mediaType);
  return formPairs(name, value, { json: isJson || isRecord(value) ? true : undefined } as Style);
}
