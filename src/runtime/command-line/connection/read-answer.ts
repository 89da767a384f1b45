import { decodeMessage, type RpcMessage } from '../../mcp/json-rpc.ts';
import { internalError } from '../../mcp/rpc-codes.ts';
import type { JsonObject } from '../../model/index.ts';
import { CommandFailure } from '../failures.ts';
import { RequestFailure } from './connection.ts';

/** One message of a server. @throws {CommandFailure} for anything else */
export function readMessage(text: string): RpcMessage {
  try {
    return decodeMessage(JSON.parse(text));
  } catch (cause) {
    throw new CommandFailure('The server sent something that is no message of MCP', { cause });
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
