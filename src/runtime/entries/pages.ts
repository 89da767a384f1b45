import { isPaged, type JsonObject, type ServerOptionsModel } from '../model/index.ts';
import { decodeBase64, encodeBase64, memberOf, textOf, utf8 } from '../std/index.ts';
import { invalidParams } from '../errors/index.ts';

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

export const badCursor = (): Error => invalidParams('Invalid cursor: begin again without one');

type PageRule = ServerOptionsModel['pagination']['tools'];

/** Opaque to clients: base64 of JSON. */
export const encodeCursor = (position: JsonObject): string => encodeBase64(utf8(JSON.stringify(position)));

function offsetOf(cursor: string, count: number): number {
  const offset = memberOf(decodeCursor(cursor), 'offset');
  // Beyond the last item: the list has shrunk, or the cursor is forged. The client has to begin again.
  if (typeof offset !== 'number' || !Number.isSafeInteger(offset) || offset <= 0 || offset >= count) throw badCursor();
  return offset;
}

/** The position that a cursor says; undefined for what is no cursor of ours. */
export function decodeCursor(cursor: string): unknown {
  const bytes = decodeBase64(cursor);
  const text = bytes === undefined ? undefined : textOf(bytes);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * One page of a list.
 * @throws {ProtocolError} -32602 for an invalid cursor
 */
export function pageOf<T>(items: readonly T[], rule: PageRule, cursor: string | undefined): Page<T> {
  const paged = isPaged(items.length, rule);
  const offset = cursor === undefined ? 0 : offsetOf(cursor, items.length);
  if (!paged) return { items: offset === 0 ? items : items.slice(offset) };
  const end = offset + rule.pageSize;
  const page = items.slice(offset, end);
  return end < items.length ? { items: page, nextCursor: encodeCursor({ offset: end }) } : { items: page };
}
