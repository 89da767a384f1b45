import { decodeMessage, type RpcMessage } from '../mcp/json-rpc.ts';
import { internalError } from '../mcp/rpc-codes.ts';
import type { JsonObject } from '../model/index.ts';
import { NotMcpAnswer, RequestFailure } from './errors.ts';

/** A message as it travels. */
export const messageText = (members: JsonObject): string => JSON.stringify({ jsonrpc: '2.0', ...members });

/** One message of a server. @throws {NotMcpAnswer} for anything else */
export function readMessage(text: string): RpcMessage {
  try {
    return decodeMessage(JSON.parse(text));
  } catch (cause) {
    throw new NotMcpAnswer('The server sent an invalid MCP message', { cause });
  }
}

/** @throws {RequestFailure} */
export function resultOf(message: RpcMessage): JsonObject {
  if (message.kind !== 'response') throw new NotMcpAnswer('The server sent no answer');
  const { error, result } = message;
  if (error !== undefined) throw new RequestFailure(error.code, error.message, error.data);
  if (result === undefined) throw new RequestFailure(internalError, 'The answer has no result');
  return result;
}
