import type { JsonObject } from '../../model/index.ts';
import { utf8Length } from '../../std/index.ts';

/** Claims that only this server sets: document 1's list, and our private ones (ruling 22). */
const reserved = new Set([
  'sub', 'iss', 'aud', 'exp', 'iat', 'nbf', 'jti', 'scope', 'email', 'name', 'picture', 'roles', 'consent', 'federated', 'authorized_apps',
  'client_id', 'anonymous',
]); // prettier-ignore

/** Bytes of JSON; a token travels with every request, and servers refuse long headers. */
const mostBytes = 4096;

/**
 * The claims of `authenticate` as they may stand in a token.
 * @throws {Error} for what is no JSON or too long
 */
export function customClaims(claims: unknown): JsonObject {
  if (claims === undefined) return {};
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) throw new Error('claims must be an object');
  const text = JSON.stringify(Object.fromEntries(Object.entries(claims).filter(([name]) => !reserved.has(name))));
  if (utf8Length(text) > mostBytes) throw new Error(`claims are over ${mostBytes} bytes of JSON`);
  return JSON.parse(text) as JsonObject;
}
