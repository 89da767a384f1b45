import type { CredentialEntry } from '../../../define/sign-in-options.ts';
import { isJsonObject, type JsonObject } from '../../../model/index.ts';

/**
 * `credentials` of `authenticate` by key: as they are, or made of a list of `{ key, secret, metadata? }`. Texts of errors name no secret.
 * @throws {Error} for anything else
 */
export function readCredentials(given: unknown): JsonObject {
  if (Array.isArray(given)) return readList(given);
  if (isJsonObject(given)) return given;
  throw new Error('credentials must be values by key, or a list of { key, secret, metadata? }');
}

function readList(list: readonly unknown[]): JsonObject {
  const byKey = new Map<string, JsonObject>();
  for (const [at, entry] of list.entries()) {
    if (!isEntry(entry)) throw new Error(`credentials: item ${at + 1} must be { key, secret, metadata? }, with text as key`);
    const { key, metadata, secret } = entry;
    if (byKey.has(key)) throw new Error(`credentials: two items have the key "${key}"`);
    byKey.set(key, { secret, ...(metadata === undefined ? {} : { metadata }) });
  }
  return Object.fromEntries(byKey);
}

function isEntry(entry: unknown): entry is CredentialEntry {
  if (!isJsonObject(entry)) return false;
  const { key, metadata, secret } = entry;
  return typeof key === 'string' && key !== '' && secret !== undefined && (metadata === undefined || isJsonObject(metadata));
}
