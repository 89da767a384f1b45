import { isReservedClaim, type JsonObject } from '../../../model/index.ts';
import { isRecord, utf8Length } from '../../../std/index.ts';

/** Bytes of JSON; a token travels with every request, and servers refuse long headers. */
const maxBytes = 4096;

/**
 * The claims of `authenticate` as they may stand in a token.
 * @param onDropped is told of each claim that only the server sets
 * @throws {Error} for what is no JSON or too long
 */
export function customClaims(claims: unknown, onDropped: (name: string) => void = () => undefined): JsonObject {
  if (claims === undefined) return {};
  if (!isRecord(claims)) throw new Error('claims must be an object');
  for (const name of Object.keys(claims)) if (isReservedClaim(name)) onDropped(name);
  const text = JSON.stringify(Object.fromEntries(Object.entries(claims).filter(([name]) => !isReservedClaim(name))));
  if (utf8Length(text) > maxBytes) throw new Error(`claims are over ${maxBytes} bytes of JSON`);
  return JSON.parse(text) as JsonObject;
}
