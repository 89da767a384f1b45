import { ProtocolError } from '../errors/index.ts';
import { andThen, recover, type Awaitable } from '../std/index.ts';
import { answeredMethods } from './capabilities.ts';
import type { ClientChannel } from './client-channel.ts';
import { toRpcError } from './rpc-error.ts';
import type { CallOutcome, CompleteCaller, McpServer, Method, MethodCall, Revision } from './protocol.ts';
import { encodeError, encodeResult, isConstantResult, resultLength, SerialisedResult, textOf } from './json-rpc.ts';
import * as rpcCodes from './rpc-codes.ts';
import type { WireResult } from './json-rpc.ts';

/** The answer to one request: JSON text, and the HTTP status for when no stream was opened before it. */
export interface RpcAnswer {
  readonly status: number;
  /** Scopes that would have let the caller in (step-up). */
  readonly neededScopes?: readonly string[];
  /** The call may be repeated after this time. */
  readonly retryAfterSeconds?: number;
  readonly text: string;
  /** Bytes of the text as UTF-8, for constant answers, whose length is known. */
  readonly length?: number;
}

/** A call with the channel of its transport. */
export type ReceivedCall = MethodCall & { readonly channel: ClientChannel };

/** The method of a call. */
interface AskedMethod {
  readonly method: string;
  /** Undefined for an unknown method. */
  readonly handle: Method | undefined;
}

/** Runs one request through its revision: handle, encode. Never rejects; after its answer no message of the call is sent. */
export function dispatch(received: ReceivedCall, asked: AskedMethod): Awaitable<RpcAnswer> {
  const { completeCaller, watches } = received.server.extensions;
  const ends = watches.map((watch) => watch(received, asked.method));
  const run = (call: MethodCall): Awaitable<RpcAnswer> =>
    andThen(runMethod(call, asked), (result) => answerResult(call, asked.method, { result, ends }));
  const answered = recover(
    () => (completeCaller === undefined ? run(received) : andThen(withCompleteCaller(received, completeCaller), run)),
    (failure) => answerFailure(received, failure, ends),
  );
  return andThen(answered, (answer) => {
    received.channel.close();
    return answer;
  });
}

type Ends = readonly ((outcome: CallOutcome) => void)[];

/** @throws whatever the method throws */
function runMethod(call: MethodCall, { handle, method }: AskedMethod): Awaitable<object> {
  const { revision, round, server } = call;
  if (handle === undefined) throw unknownMethod(revision, method);
  const { around, aroundCall } = server.extensions;
  const surround = around.get(method);
  const surrounded: Method = surround === undefined ? handle : (within) => surround(within, handle);
  const run = (): Awaitable<object> => (aroundCall === undefined ? surrounded(call) : aroundCall(call, method, surrounded));
  return round === undefined ? run() : round.run(run);
}

function answerResult(call: MethodCall, method: string, { result, ends }: { result: object; ends: Ends }): RpcAnswer {
  const { id, revision } = call;
  const encoded =
    result instanceof SerialisedResult ? result : textOf(result, revision, () => revision.encodeResult(call, method, result as WireResult));
  for (const end of ends) end({ isError: 'isError' in result && result.isError === true });
  const text = encodeResult(id, encoded);
  return isConstantResult(result) ? { status: 200, text, length: resultLength(id, encoded) } : { status: 200, text };
}

function answerFailure({ id, revision, server }: MethodCall, failure: unknown, ends: Ends): RpcAnswer {
  const error = toRpcError(failure, { revision, logger: server.runtime.logger });
  const { code, httpStatus: status, neededScopes } = error;
  for (const end of ends) end({ error: code });
  const text = encodeError(id, error);
  return neededScopes === undefined ? { status, text } : { status, text, neededScopes };
}

const withCompleteCaller = (call: MethodCall, complete: CompleteCaller): Awaitable<MethodCall> =>
  andThen(complete(call.auth), (auth) => (auth === call.auth ? call : { ...call, auth }));

export const unknownMethod = (revision: Revision, method: string): Error =>
  new ProtocolError(rpcCodes.methodNotFound, `Method not found: ${method}`, { httpStatus: revision.unknownMethodStatus });

/** The handler of a method; undefined for one that the revision lacks, or that the server does not serve. */
export function findMethod(server: McpServer, revision: Revision, method: string): Method | undefined {
  let methods = server.methods.get(revision);
  if (methods === undefined) server.methods.set(revision, (methods = answeredMethods(server, revision)));
  return methods.get(method);
}
