import { invalidParams } from '../errors/index.ts';
import type { JsonObject } from '../model/index.ts';
import { isJsonObject } from './json-rpc.ts';

/** @throws {ProtocolError} -32602 when the parameter is missing or no string */
export function requireText(params: JsonObject, key: string): string {
  const value = params[key];
  if (typeof value !== 'string') throw invalidParams(`"${key}" must be a string`);
  return value;
}

/** Maximum length of a subscribed URI, which is kept as long as the subscription. */
const maxKeptLength = 2048;

/** URIs that a client subscribes to. Few that are megabytes long would fill the memory as well as many. @throws {ProtocolError} -32602 */
export function checkKept(uris: Iterable<string>): void {
  for (const uri of uris)
    if (uri.length > maxKeptLength) throw invalidParams(`a URI to subscribe to has at most ${maxKeptLength} characters`);
}

/** @throws {ProtocolError} -32602 when the parameter is there and no object */
export function optionalObject(params: JsonObject, key: string): JsonObject | undefined {
  const value = params[key];
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) throw invalidParams(`"${key}" must be an object`);
  return value;
}

/** The empty string is a cursor too. @throws {ProtocolError} -32602 when the cursor is no string */
export function readCursor(params: JsonObject): { cursor?: string } {
  const { cursor } = params;
  if (cursor === undefined) return {};
  if (typeof cursor !== 'string') throw invalidParams('"cursor" must be a string');
  return { cursor };
}
