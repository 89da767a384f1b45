import { isJsonObject } from '../model/index.ts';
import type { ClientInfo } from '../define/call-frame.ts';
import { invalidParams, ProtocolError } from '../errors/index.ts';
import type { Json, JsonObject } from '../model/json.ts';
import * as envelopeKeys from './envelope-keys.ts';
import { isRequestId } from './json-rpc.ts';
import { isLogLevel, type LogLevel } from './client-channel.ts';
import * as rpcCodes from './rpc-codes.ts';

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

/** Members of `params._meta` in every request since 2026-07-28; nothing may be inferred from an earlier request or the connection. */
export interface Envelope {
  readonly protocolVersion: string;
  readonly clientCapabilities: JsonObject;
  readonly clientInfo: ClientInfo | undefined;
  readonly logLevel: LogLevel | undefined;
  readonly meta: JsonObject;
}

/** Whether a body claims to be of an envelope revision. The claim decides, not the method or the headers. */
export function claimsEnvelope(params: unknown): boolean {
  return isJsonObject(params) && isJsonObject(params._meta) && Object.hasOwn(params._meta, envelopeKeys.protocolVersion);
}

/** @throws {ProtocolError} -32602 naming each key that is missing or has the wrong type */
export function readEnvelope(params: JsonObject): Envelope {
  const meta = isJsonObject(params._meta) ? params._meta : {};
  const version = meta[envelopeKeys.protocolVersion];
  const capabilities = readCapabilities(meta);
  const logLevel = meta[envelopeKeys.logLevel];
  const levelFits = logLevel === undefined || isLogLevel(logLevel);
  const tokenFits = meta.progressToken === undefined || isRequestId(meta.progressToken);
  if (typeof version === 'string' && isJsonObject(capabilities) && levelFits && tokenFits) {
    const clientInfo = readClientInfo(meta[envelopeKeys.clientInfo]);
    return { protocolVersion: version, clientCapabilities: capabilities, meta, clientInfo, logLevel };
  }
  const problems = [
    typeof version === 'string' ? '' : describeProblem(envelopeKeys.protocolVersion, version, 'a string'),
    isJsonObject(capabilities) ? '' : describeProblem(envelopeKeys.clientCapabilities, capabilities, 'an object'),
    levelFits ? '' : `${envelopeKeys.logLevel} is not a log level`,
    tokenFits ? '' : 'progressToken must be a string or an integer',
  ].filter((problem) => problem !== '');
  throw new ProtocolError(rpcCodes.invalidParams, `Invalid params._meta: ${problems.join('; ')}`, { data: { problems }, httpStatus: 400 });
}

/**
 * A `_meta` with only a version (the smallest valid request) means a client without capabilities. A `_meta` with `clientInfo` and without
 * capabilities is malformed by the protocol: they must not be guessed.
 */
const readCapabilities = (meta: JsonObject): Json | undefined =>
  Object.hasOwn(meta, envelopeKeys.clientCapabilities) ||
  Object.hasOwn(meta, envelopeKeys.clientInfo) ||
  typeof meta[envelopeKeys.protocolVersion] !== 'string'
    ? meta[envelopeKeys.clientCapabilities]
    : {};

const describeProblem = (key: string, value: unknown, wanted: string): string =>
  value === undefined ? `${key} is missing` : `${key} must be ${wanted}`;

/** For display only, so a malformed value is dropped, not refused. Sessions keep it, so over-long names count as malformed. */
export function readClientInfo(value: unknown): ClientInfo | undefined {
  if (!isJsonObject(value)) return undefined;
  const { name, version, title } = value;
  if (!isShort(name) || !isShort(version)) return undefined;
  return isShort(title) ? { name, version, title } : { name, version };
}

const maxNameLength = 512;
const isShort = (value: Json | undefined): value is string => typeof value === 'string' && value.length <= maxNameLength;
