import { decodeMessage, InvalidMessage, type RpcMessage } from '../../mcp/json-rpc.ts';
import * as rpcCodes from '../../mcp/rpc-codes.ts';
import type { Json } from '../../model/index.ts';
import type { Awaitable } from '../../std/index.ts';
import { BodyTooLarge, BodyTooSlow, BodyUnreadable } from '../../web/body-errors.ts';
import type { HttpAnswer, HttpExchange } from '../../web/exchange.ts';
import { answerRpcError, answerTooLarge } from '../answers.ts';

/** Deeper values are no message of the protocol; walking them recursively would end the stack. */
const maxLevels = 200;

type JsonBody = { readonly value: Json } | { readonly refusal: HttpAnswer };

/** The body of a POST as JSON, or the refusal: 415, 413, 408 or 400, in this order. */
export function readJson(limit: number, exchange: HttpExchange): Awaitable<JsonBody> {
  const problem = typeProblem(exchange);
  if (problem !== undefined)
    return { refusal: answerRpcError(415, { code: rpcCodes.refused, message: `Unsupported Media Type: ${problem}` }) };
  try {
    const text = exchange.text(limit);
    return typeof text === 'string' ? parseJson(text) : text.then(parseJson).catch(refusalOf);
  } catch (failure) {
    return refusalOf(failure);
  }
}

/** A value as a message, or the refusal. */
export function readMessage(value: Json): RpcMessage | { refusal: HttpAnswer } {
  try {
    return decodeMessage(value);
  } catch (failure) {
    if (!(failure instanceof InvalidMessage)) throw failure;
    const id = failure.id === undefined ? {} : { id: failure.id };
    return { refusal: answerRpcError(400, { code: rpcCodes.invalidRequest, message: failure.message, ...id }) };
  }
}

function parseJson(text: string): JsonBody {
  if (isTooDeep(text)) return unparsable(`the body is nested deeper than ${maxLevels} levels`);
  // A byte order mark may be ignored (RFC 8259 §8.1), and the decoder of fetch platforms drops it.
  return { value: JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text) as Json };
}

function refusalOf(failure: unknown): JsonBody {
  if (failure instanceof BodyTooLarge) return { refusal: answerTooLarge(failure.limit, failure.length) };
  if (failure instanceof BodyTooSlow) return { refusal: refuseSlow(failure) };
  return unparsable(failure instanceof BodyUnreadable ? failure.message : 'the body is not JSON');
}

/**
 * Browsers send other types across sites without asking first, so only JSON is read. A compressed body is not unpacked: a few bytes
 * could become gigabytes.
 */
function typeProblem(exchange: HttpExchange): string | undefined {
  const type = exchange.header('content-type');
  if (type !== 'application/json' && (type === undefined || !/^application\/json\s*(?:;|$)/i.test(type.trim())))
    return 'Content-Type must be application/json';
  const encoding = exchange.header('content-encoding');
  return encoding === undefined || encoding.trim().toLowerCase() === 'identity'
    ? undefined
    : 'Content-Encoding is not accepted; send the body as it is';
}

function refuseSlow(failure: BodyTooSlow): HttpAnswer {
  const answer = answerRpcError(408, { code: rpcCodes.refused, message: `Request Timeout: ${failure.message}` });
  return { ...answer, headers: { ...answer.headers, connection: 'close' } };
}

const unparsable = (problem: string): { refusal: HttpAnswer } => ({
  refusal: answerRpcError(400, { code: rpcCodes.parseError, message: `Parse error: ${problem}` }),
});

const codes = { quote: 0x22, backslash: 0x5c, openBracket: 0x5b, closeBracket: 0x5d, openBrace: 0x7b, closeBrace: 0x7d } as const;

/** Counts before parsing. Every level of JSON takes two brackets, so that a short text cannot be too deep; most are that short. */
function isTooDeep(text: string): boolean {
  if (text.length <= 2 * maxLevels) return false;
  let level = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === codes.quote) at = endOfString(text, at);
    else if (code === codes.openBracket || code === codes.openBrace) {
      if (++level > maxLevels) return true;
    } else if (code === codes.closeBracket || code === codes.closeBrace) level--;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === codes.backslash) at++;
    else if (code === codes.quote) return at;
  }
  return text.length;
}
