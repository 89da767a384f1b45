import { isJsonObject } from '../model/index.ts';
import { ProtocolError } from '../errors/index.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { utf8Length } from '../std/index.ts';
import * as rpcCodes from './rpc-codes.ts';

/** A request's name: string or integer, never `null` (every published MCP schema). */
export type RequestId = string | number;

export interface RpcRequest {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
}

export interface RpcNotification {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: JsonObject;
}

export interface RpcResponse {
  readonly kind: 'response';
  readonly id: RequestId;
  readonly result?: JsonObject;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Json };
}

export type RpcMessage = RpcRequest | RpcNotification | RpcResponse;

/** A message that is not JSON-RPC 2.0; `id` is present only when it was readable. */
export class InvalidMessage extends ProtocolError {
  readonly id: RequestId | undefined;
  constructor(problem: string, id?: RequestId) {
    super(rpcCodes.invalidRequest, `Invalid Request: ${problem}`);
    this.id = id;
  }
}

export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value));
}

const noParams: JsonObject = Object.freeze({});

/**
 * Reads one JSON-RPC message, strictly.
 * @throws {InvalidMessage} for anything that is not a request, a notification or a response
 */
export function decodeMessage(value: unknown): RpcMessage {
  if (!isJsonObject(value)) throw new InvalidMessage(Array.isArray(value) ? 'batches are not served' : 'a message is a JSON object');
  const { id, method, params } = value;
  const hasId = Object.hasOwn(value, 'id');
  const readableId = isRequestId(id) ? id : undefined;
  if (hasId && readableId === undefined) throw new InvalidMessage('"id" must be a string or an integer');
  if (value.jsonrpc !== '2.0') throw new InvalidMessage('"jsonrpc" must be "2.0"', readableId);
  if (method === undefined) return decodeResponse(value, readableId);
  if (typeof method !== 'string' || method === '') throw new InvalidMessage('"method" must be a non-empty string', readableId);
  if (params !== undefined && !isJsonObject(params)) throw new InvalidMessage('"params" must be an object', readableId);
  if (readableId === undefined) return { kind: 'notification', method, params: params ?? noParams };
  return { kind: 'request', id: readableId, method, params: params ?? noParams };
}

function decodeResponse(value: JsonObject, id: RequestId | undefined): RpcResponse {
  if (id === undefined) throw new InvalidMessage('neither "method" nor "id" is present');
  const { result, error } = value;
  if ((result === undefined) === (error === undefined)) throw new InvalidMessage('a response has either "result" or "error"', id);
  if (error === undefined) {
    if (!isJsonObject(result)) throw new InvalidMessage('"result" must be an object', id);
    return { kind: 'response', id, result };
  }
  if (!isJsonObject(error) || !Number.isInteger(error.code) || typeof error.message !== 'string') {
    throw new InvalidMessage('"error" needs an integer "code" and a string "message"', id);
  }
  const { data, message } = error;
  return { kind: 'response', id, error: { code: Number(error.code), message, data } };
}

export interface RpcErrorBody {
  readonly code: number;
  readonly message: string;
  /** Must survive `JSON.stringify`. */
  readonly data?: unknown;
}

/** A result on its way out: anything that `JSON.stringify` writes as an object. */
export type WireResult = Readonly<Record<string, unknown>>;

/** A result that is JSON text already, so that constant answers are serialised once. */
export class SerialisedResult {
  readonly text: string;
  #length: number | undefined;
  constructor(text: string) {
    this.text = text;
  }

  /** Bytes as UTF-8, counted once. */
  get length(): number {
    return (this.#length ??= utf8Length(this.text));
  }
}

/** A copy that may be changed. */
export const plainResult = (result: object): JsonObject =>
  result instanceof SerialisedResult ? (JSON.parse(result.text) as JsonObject) : { ...result };

const resultHead = '{"jsonrpc":"2.0","id":';
const resultMiddle = ',"result":';

export const encodeResult = (id: RequestId, result: WireResult | SerialisedResult): string =>
  `${resultHead}${encodeId(id)}${resultMiddle}${textOf(result, undefined, () => result).text}}`;

/** Bytes of what {@link encodeResult} writes. */
export const resultLength = (id: RequestId, result: SerialisedResult): number =>
  resultHead.length + utf8Length(encodeId(id)) + resultMiddle.length + result.length + 1;

/** Results that never change, each with its texts. */
const constants = new WeakMap<object, Map<unknown, SerialisedResult>>();

/** Marks a result that never changes (a list page, a server's description), so that its text is made once. */
export function constantResult<R extends object>(result: R): Readonly<R> {
  constants.set(result, new Map());
  return Object.freeze(result);
}

/** Marked by {@link constantResult}; an object that an author froze may still hold changing objects. */
export const isConstantResult = (result: object): boolean => constants.has(result);

/** Serialises what `make` makes of a result; for a constant result once per `key`. */
export function textOf(result: object, key: unknown, make: () => WireResult | SerialisedResult): SerialisedResult {
  const texts = constants.get(result);
  const known = texts?.get(key);
  if (known !== undefined) return known;
  const made = make();
  const text = made instanceof SerialisedResult ? made : new SerialisedResult(JSON.stringify(made));
  texts?.set(key, text);
  return text;
}

/** `id: null` violates every published schema, so an unknown id is left out. */
export const encodeError = (id: RequestId | undefined, { code, data, message }: RpcErrorBody): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } });

export function encodeNotification(method: string, params: JsonObject): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

export function encodeRequest(id: RequestId, method: string, params: JsonObject): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

function encodeId(id: RequestId): string {
  return typeof id === 'number' ? String(id) : JSON.stringify(id);
}
