import { decodeMessage, InvalidMessage } from '../../mcp/json-rpc.ts';
import * as rpcCodes from '../../mcp/rpc-codes.ts';
import type { RpcMessage } from '../../mcp/json-rpc.ts';
import type { Json } from '../../model/index.ts';
import type { HttpAnswer } from '../../web/exchange.ts';
import { answerRpcError } from '../answers.ts';

/** A value as a message, or the answer that refuses it. */
export function readMessage(value: Json): RpcMessage | { refusal: HttpAnswer } {
  try {
    return decodeMessage(value);
  } catch (failure) {
    if (!(failure instanceof InvalidMessage)) throw failure;
    const id = failure.id === undefined ? {} : { id: failure.id };
    return { refusal: answerRpcError(400, { code: rpcCodes.invalidRequest, message: failure.message, ...id }) };
  }
}
