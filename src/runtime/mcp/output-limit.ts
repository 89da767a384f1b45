import { ServiceError } from '../errors/index.ts';
import type { ToolResult } from '../model/index.ts';
import { utf8Length } from '../std/index.ts';
import { errorResult } from './call/error-result.ts';
import type { MethodCall, OutputLimit } from './protocol.ts';

/** Bytes beyond which official clients may end the connection: they hold one message in a buffer of 10 MiB. */
export const largeAnswerBytes = 8 * 1024 * 1024;

export const outputLimit = (maxBytes: number | undefined): OutputLimit => ({
  maxBytes,
  uncountedLength: Math.floor((maxBytes ?? largeAnswerBytes) / 3),
});

/**
 * Counts the bytes of a long answer. One without a limit is logged; one beyond it is refused, a tool's by a result that the model can read.
 * @returns what is sent instead
 * @throws {ServiceError} INVALID_OUTPUT with the size and the limit
 */
export function checkLongAnswer(call: MethodCall, method: string, text: string): ToolResult | undefined {
  const { params, requestId, server } = call;
  const { runtime, outputLimit: limit } = server;
  const { maxBytes } = limit;
  const bytes = utf8Length(text);
  if (bytes <= (maxBytes ?? largeAnswerBytes)) return undefined;
  const named = params['name'] ?? params['uri'];
  const entry = typeof named === 'string' ? named : '';
  const facts = { method, entry, requestId: requestId.text, bytes };
  if (maxBytes === undefined) {
    runtime.logger.warn('large answer: some clients end the connection above 10 MiB; return less, or set output.maxBytes', facts);
    return undefined;
  }
  runtime.logger.warn('answer over output.maxBytes: the call is INVALID_OUTPUT', { ...facts, maxBytes });
  const problem = `The answer has ${bytes} bytes, more than the limit of ${maxBytes}: ask for less`;
  const error = new ServiceError('INVALID_OUTPUT', problem, { expose: true });
  if (method !== 'tools/call') throw error;
  return errorResult(error, { runtime, request: call, name: entry });
}
