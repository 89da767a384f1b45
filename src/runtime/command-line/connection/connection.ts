import type { Json, JsonObject } from '../../model/index.ts';
import { decodeMessage, type RpcMessage } from '../../mcp/json-rpc.ts';
import { internalError } from '../../mcp/rpc-codes.ts';
import { CommandFailure } from '../failures.ts';

/** A way to a server that speaks the revision without sessions: this program's own, in process, or one elsewhere. */
export interface Connection {
  /**
   * Sends one request.
   * @throws {RequestFailure} what the server answers as an error
   * @throws {CommandFailure} when there is no answer
   */
  send(method: string, params: JsonObject, options: SendOptions): Promise<JsonObject>;
  close(): Promise<void>;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Hears what the server sends before the answer. */
  readonly onNotification?: ((method: string, params: JsonObject) => void) | undefined;
}

/** An error answer of a server. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  readonly code: number;
  readonly data: Json | undefined;

  constructor(code: number, message: string, data?: Json) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** One message of a server. @throws {CommandFailure} for anything else */
export function readMessage(text: string): RpcMessage {
  try {
    return decodeMessage(JSON.parse(text));
  } catch (cause) {
    throw new CommandFailure('The server sent an invalid MCP message', { cause });
  }
}

/** @throws {RequestFailure} */
export function resultOf(message: RpcMessage): JsonObject {
  if (message.kind !== 'response') throw new CommandFailure('The server sent no answer');
  const { error, result } = message;
  if (error !== undefined) throw new RequestFailure(error.code, error.message, error.data);
  if (result === undefined) throw new RequestFailure(internalError, 'The answer has no result');
  return result;
}
