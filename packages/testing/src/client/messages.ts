import type { Json, JsonObject } from '@service/sdk/model';

export type RequestId = string | number;

export interface JsonRpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params?: JsonObject;
}

export interface JsonRpcNotification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: JsonObject;
}

export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: Json;
}

export interface JsonRpcResponse {
  readonly jsonrpc: '2.0';
  readonly id?: RequestId | null;
  readonly result?: JsonObject;
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
