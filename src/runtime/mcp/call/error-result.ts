import { dataOf, genericMessage, newErrorId, ProtocolError, ServiceError } from '../../errors/index.ts';
import type { ToolResult } from '../../model/index.ts';
import type { CallRequest } from './call-request.ts';
import type { ServerRuntime } from './server-runtime.ts';

/** Errors that are answers of the protocol, not of the tool: refused callers and tasks. */
const protocolNumbers = new Set([-32001, -32003]);

const isProtocolAnswer = (error: unknown): boolean =>
  error instanceof ProtocolError ||
  (error instanceof ServiceError && (protocolNumbers.has(error.rpcCode) || error.code.startsWith('TASK_')));

interface FailedCall {
  readonly runtime: ServerRuntime;
  readonly request: Pick<CallRequest, 'requestId'>;
  /** Name of the tool. */
  readonly name: string;
}

/**
 * A failed call as a result that the model can read. In production, and without NODE_ENV, an internal failure shows only its id, which is in
 * the log.
 * @throws the error itself when it is an answer of the protocol
 */
export function errorResult(thrown: unknown, call: FailedCall): ToolResult {
  const error = readThrown(thrown);
  if (isProtocolAnswer(error)) throw error;
  const { environment, logger, now } = call.runtime;
  const hidden = environment.tellsFailures !== true;
  const known = error instanceof ServiceError ? error : undefined;
  const errorId = known?.errorId ?? newErrorId();
  const code = known?.code ?? 'TOOL_EXECUTION_ERROR';
  const { message } = error;
  const stack = error === thrown ? error.stack : undefined;
  if (known?.expose !== true) {
    const facts = { tool: call.name, requestId: call.request.requestId.text, errorId, code, message, stack };
    // Where a provider failed, its own error says.
    const cause = known?.cause === undefined ? {} : { cause: known.cause };
    logger.error('tool failed', { ...facts, ...dataOf(known), ...cause });
  }
  const text = known?.expose === true ? known.getPublicMessage() : hidden ? genericMessage(errorId) : message;
  const meta = { errorId, code, timestamp: new Date(now()).toISOString() };
  return { content: [{ type: 'text', text }], isError: true, _meta: hidden || stack === undefined ? meta : { ...meta, stack } };
}

/** A thrown value as an error with a readable text: authors may throw anything, and reading it may throw again. */
export function readThrown(thrown: unknown): Error {
  try {
    if (!(thrown instanceof Error)) return new Error(String(thrown));
    // Getters of a hostile error fail here and not while the answer is written.
    return typeof thrown.message === 'string' && (thrown.stack === undefined || typeof thrown.stack === 'string')
      ? thrown
      : new Error('an error without a readable message was thrown');
  } catch {
    return new Error('something was thrown that cannot be read');
  }
}
