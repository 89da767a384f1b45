import type { Json, JsonObject } from '@service/sdk/model';

export type RequestId = string | number;

/** A request, JSON-RPC 2.0 section 4. */
export interface JsonRpcRequest {
  /** Version of JSON-RPC. */
  readonly jsonrpc: '2.0';
  /** Id that the response repeats. */
  readonly id: RequestId;
  /** Name of the method. */
  readonly method: string;
  /** Parameters. */
  readonly params?: JsonObject;
}

export interface JsonRpcNotification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: JsonObject;
}

/** An error, JSON-RPC 2.0 section 5.1. */
export interface JsonRpcError {
  /** Number of the error. */
  readonly code: number;
  /** Text of the error. */
  readonly message: string;
  /** Further facts about the error. */
  readonly data?: Json;
}

/** A response, JSON-RPC 2.0 section 5. */
export interface JsonRpcResponse {
  /** Version of JSON-RPC. */
  readonly jsonrpc: '2.0';
  /** Id of the request. */
  readonly id?: RequestId | null;
  /** Its result, or `error`. */
  readonly result?: JsonObject;
  /** Its error, or `result`. */
  readonly error?: JsonRpcError;
}

/** One message of a stream. */
export type ServerMessage = JsonObject;

/** A message as a response, as it was sent: its faults are for the test to see. Undefined for requests and notifications. */
export function asResponse(message: JsonObject): JsonRpcResponse | undefined {
  const { error, method, result } = message;
  if (method !== undefined || (error === undefined && result === undefined)) return undefined;
  return message as JsonObject & JsonRpcResponse;
}

/** A failure of this side of the wire, in the shape of the protocol's. */
export const failure = (id: RequestId, code: number, message: string): JsonRpcResponse => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});
