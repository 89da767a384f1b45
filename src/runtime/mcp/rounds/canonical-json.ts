import { invalidParams } from '../../errors/index.ts';
import type { Json } from '../../model/index.ts';
import { encodeBase64url, utf8 } from '../../std/index.ts';

const maxDepth = 200;

/**
 * JSON text that is the same for equal values, whatever the order of their keys: a client may write its call anew for the next round.
 * @throws {ProtocolError} -32602 for values nested deeper than 200 levels
 */
export function canonicalJson(value: Json | undefined, depth = 0): string {
  if (depth > maxDepth) throw invalidParams(`params are nested deeper than ${maxDepth} levels`);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key], depth + 1)}`);
  return `{${members.join(',')}}`;
}

/** SHA-256 of the canonical text, in base64url. */
export async function digestOf(value: Json): Promise<string> {
  return encodeBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(canonicalJson(value)))));
}
