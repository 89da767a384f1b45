import { ProtocolError } from '../errors/index.ts';
import { andThen, type Awaitable } from '../std/index.ts';
import { answersTo } from './capabilities.ts';
import { encodeError, encodeResult, isConstantResult, resultLength, rpcCodes, SerialisedResult, serialise } from './json-rpc.ts';
import type { WireResult } from './json-rpc.ts';
import type { Revision } from './revisions/revision.ts';
import type { Around, CallOutcome } from './extensions.ts';
import type { Method, MethodCall } from './method.ts';
import { toRpcError } from './error-result.ts';

/** The answer to one request: JSON text, and the HTTP status for when no stream was opened before it. */
export interface RpcAnswer {
  readonly status: number;
  /** Scopes that would have let the caller in (step-up). */
  readonly neededScopes?: readonly string[];
  /** The call may be repeated after this time. */
  readonly retryAfterSeconds?: number;
  readonly text: string;
  /** Bytes of the text as UTF-8, where they need not be counted: of what never changes. */
  readonly length?: number;
}

/** Runs one request through its revision: look up, handle, encode. Never rejects. */
export function dispatch(received: MethodCall, method: string): Awaitable<RpcAnswer> {
  const { watches } = received.server.extensions;
  const ends = watches.length === 0 ? none : watches.map((watch) => watch(received, method));
  try {
    const running = andThen(withCompleteCaller(received), (call) =>
      andThen(runMethod(call, method), (result) => answerResult(call, method, { result, ends })),
    );
    return running instanceof Promise ? running.catch((failure: unknown) => answerFailure(received, failure, ends)) : running;
  } catch (failure) {
    return answerFailure(received, failure, ends);
  }
}

type Ends = readonly ((outcome: CallOutcome) => void)[];
const none: Ends = [];

/** @throws whatever the method throws */
function runMethod(call: MethodCall, method: string): Awaitable<object> {
  const { revision, round, server } = call;
  const handle = findMethod(call, method);
  if (handle === undefined)
    throw new ProtocolError(rpcCodes.methodNotFound, `Method not found: ${method}`, { httpStatus: revision.unknownMethodStatus });
  const { around, aroundCall } = server.extensions;
  const surrounded = surroundMethod(around.get(method), handle);
  const run = (): Awaitable<object> => (aroundCall === undefined ? surrounded(call) : aroundCall(call, method, surrounded));
  return round === undefined ? run() : round.run(run);
}

function answerResult(call: MethodCall, method: string, { result, ends }: { result: object; ends: Ends }): RpcAnswer {
  const encoded = result instanceof SerialisedResult ? result : encodeOnce(call, method, result);
  const text = encodeResult(call.id, encoded);
  for (const end of ends) end({ isError: 'isError' in result && result.isError === true });
  return encoded instanceof SerialisedResult && isConstantResult(result)
    ? { status: 200, text, length: resultLength(call.id, encoded) }
    : { status: 200, text };
}

function answerFailure({ id, revision, server }: MethodCall, failure: unknown, ends: Ends): RpcAnswer {
  const error = toRpcError(failure, { revision, logger: server.runtime.logger });
  for (const end of ends) end({ error: error.code });
  const text = encodeError(id, error);
  return { status: error.httpStatus, text, ...(error.neededScopes === undefined ? {} : { neededScopes: error.neededScopes }) };
}

const constantTexts = new WeakMap<object, Map<Revision, SerialisedResult>>();

/** The text of a constant result is made once for each revision. */
function encodeOnce(call: MethodCall, method: string, result: object): WireResult | SerialisedResult {
  const { revision } = call;
  if (!isConstantResult(result)) return revision.encodeResult(call, method, result as WireResult);
  let known = constantTexts.get(result);
  if (known === undefined) constantTexts.set(result, (known = new Map<Revision, SerialisedResult>()));
  let text = known.get(revision);
  if (text === undefined) known.set(revision, (text = serialise(revision.encodeResult(call, method, { ...result }))));
  return text;
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
