import type { Json, JsonObject } from '../model/index.ts';
import type { EncodedValue } from './table.ts';

/** A value from its encoded form; every call makes fresh containers, so that nobody changes another call's default. */
export function decodeValue(encoded: EncodedValue): unknown {
  if (typeof encoded !== 'object' || encoded === null) return encoded;
  if (Array.isArray(encoded)) return encoded.map(decodeValue);
  const kind = encoded['$'];
  if (typeof kind === 'string') return decodeTagged(kind, encoded['v']);
  return decodeRecord(encoded);
}

function decodeTagged(kind: string, content: Json | undefined): unknown {
  switch (kind) {
    case 'undefined':
      return undefined;
    case 'number':
      return Number(content);
    case 'bigint':
      return BigInt(typeof content === 'string' ? content : 0);
    case 'date':
      return new Date(Number(content));
    case 'map':
      return new Map(rowsOf(content).map((row) => [decodeValue(rowsOf(row)[0] ?? null), decodeValue(rowsOf(row)[1] ?? null)]));
    case 'set':
      return new Set(rowsOf(content).map(decodeValue));
    default:
      return decodeRecord(typeof content === 'object' && content !== null && !Array.isArray(content) ? content : {});
  }
}

const rowsOf = (content: Json | undefined): readonly Json[] => (Array.isArray(content) ? content : []);

function decodeRecord(content: JsonObject): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(content)) if (value !== undefined) result[key] = decodeValue(value);
  return result;
}

/** Makes the value anew on each call, or hands out the same one when nobody can change it. */
export function valueMaker(encoded: EncodedValue): () => unknown {
  const value = decodeValue(encoded);
  return typeof value === 'object' && value !== null ? () => decodeValue(encoded) : () => value;
}
