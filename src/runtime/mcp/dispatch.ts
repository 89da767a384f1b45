import { ProtocolError } from '../errors/index.ts';
import { andThen, type Awaitable } from '../std/index.ts';
import { answersTo } from './capabilities.ts';
import { encodeError, encodeResult, rpcCodes, SerialisedResult } from './json-rpc.ts';
import type { Around, CallOutcome } from './extensions.ts';
import type { Method, MethodCall } from './method.ts';
import { toRpcError } from './error-result.ts';

/** The answer to one request: JSON text, and the HTTP status for when no stream was opened before it. */
export interface RpcAnswer {
  readonly status: number;
  /** Scopes that would have let the caller in (step-up). */
  readonly neededScopes?: readonly string[];
  readonly text: string;
}

/** Runs one request through its revision: look up, handle, encode. Never rejects. */
export async function dispatch(received: MethodCall, method: string): Promise<RpcAnswer> {
  const { revision, server } = received;
  const ends = server.extensions.watches.map((watch) => watch(received, method));
  const tell = (outcome: CallOutcome): void => {
    for (const end of ends) end(outcome);
  };
  try {
    const call = await withCompleteCaller(received);
    const handle = findMethod(call, method);
    if (handle === undefined) {
      throw new ProtocolError(rpcCodes.methodNotFound, `Method not found: ${method}`, { httpStatus: revision.unknownMethodStatus });
    }
    const { around, aroundCall } = server.extensions;
    const surrounded = surroundMethod(around.get(method), handle);
    const run = (): object => (aroundCall === undefined ? surrounded(call) : aroundCall(call, method, surrounded));
    const result: object = await Promise.resolve(call.round === undefined ? run() : call.round.run(run));
    const encoded = result instanceof SerialisedResult ? result : revision.encodeResult(call, method, { ...result });
    const text = encodeResult(call.id, encoded);
    tell({ isError: 'isError' in result && result.isError === true });
    return { status: 200, text };
  } catch (failure) {
    const error = toRpcError(failure, { revision, logger: server.runtime.logger });
    tell({ error: error.code });
    const text = encodeError(received.id, error);
    return { status: error.httpStatus, text, ...(error.neededScopes === undefined ? {} : { neededScopes: error.neededScopes }) };
  }
}

function withCompleteCaller(call: MethodCall): Awaitable<MethodCall> {
  const complete = call.server.extensions.completeCaller;
  if (complete === undefined) return call;
  return andThen(complete(call.request.auth), (auth) =>
    auth === call.request.auth ? call : { ...call, request: { ...call.request, auth } },
  );
}

const surroundMethod = (around: Around | undefined, handle: Method): Method =>
  around === undefined ? handle : (call) => around(call, handle);

function findMethod(call: MethodCall, method: string) {
  const { revision, server } = call;
  const own = revision.methods.get(method);
  if (own !== undefined) return answersTo(server, revision, method) ? own : undefined;
  return call.revision.opening === 'envelope' ? call.server.extensions.methods.get(method) : undefined;
}
