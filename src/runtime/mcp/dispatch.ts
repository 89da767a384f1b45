import type { AuthContext } from '../define/auth-context.ts';
import { ProtocolError } from '../errors/index.ts';
import type { Json } from '../model/json.ts';
import { andThen, recover, type Awaitable } from '../std/index.ts';
import { answeredMethods } from './capabilities.ts';
import { ClientChannel, type Ending, type MessageSink } from './client-channel.ts';
import type { CallRequest } from './call/call-request.ts';
import { supportedVersions } from './mcp-server.ts';
import { checkLongAnswer } from './output-limit.ts';
import type { Envelope } from './params.ts';
import { toRpcError } from './rpc-error.ts';
import type { CallOutcome, CompleteCaller, McpServer, Method, MethodCall, Revision } from './protocol.ts';
import {
  encodeError,
  encodeResult,
  isConstantResult,
  resultLength,
  type RpcRequest,
  SerialisedResult,
  textOf,
  type WireResult,
} from './json-rpc.ts';
import * as rpcCodes from './rpc-codes.ts';

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

/** Origin of a request, as far as a call may know it. */
export interface RequestOrigin {
  readonly auth: AuthContext;
  readonly http: CallRequest['http'];
  /** Its signal is created on demand: most calls do not use it. */
  readonly ending: Ending;
  readonly sink: MessageSink;
  /** Keeps the platform from ending work that goes on after the answer. */
  readonly waitUntil?: (work: Promise<unknown>) => void;
  /** `CallRequest.repeated` */
  readonly repeated?: Json | undefined;
}

/** @throws {ProtocolError} -32022 naming what is served */
export function selectStatelessRevision(server: McpServer, version: string): Revision {
  const revision = server.statelessRevisions.find((served) => served.version === version);
  if (revision !== undefined) return revision;
  throw new ProtocolError(rpcCodes.unsupportedVersion, `Unsupported protocol version: ${version}`, {
    data: { supported: supportedVersions(server), requested: version },
    httpStatus: 400,
  });
}

/** A request of an envelope revision, and the method that answers it. */
interface StatelessRequest {
  readonly revision: Revision;
  readonly envelope: Envelope;
  readonly message: RpcRequest;
  readonly handle: Method | undefined;
}

/** Serves one request of an envelope revision: no handshake, no state. */
export function callStateless(server: McpServer, request: StatelessRequest, origin: RequestOrigin): Awaitable<RpcAnswer> {
  const { envelope, handle, message, revision } = request;
  const { clientCapabilities, clientInfo, logLevel, meta } = envelope;
  const { id, method, params } = message;
  const { auth, ending, http, repeated, sink, waitUntil } = origin;
  const { rounds } = server.extensions;
  const round = rounds?.begin({ method, params, auth, revision, clientCapabilities });
  const ask = round?.ask ?? rounds?.refuse(clientCapabilities);
  const call: ReceivedCall = {
    server,
    revision,
    id,
    params,
    requestId: server.requestIds.take(),
    sessionId: undefined,
    auth,
    clientInfo,
    clientCapabilities,
    meta,
    http,
    repeated,
    channel: new ClientChannel({ ending, meta, ask, revision, logThreshold: () => logLevel }, sink),
    hold: undefined,
    sink,
    waitUntil,
    round,
    conversation: undefined,
  };
  return dispatch(call, { method, handle });
}

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
  const surrounded: Method = surround === undefined ? handle : (within) => surround(within, handle, method);
  const run = (): Awaitable<object> => (aroundCall === undefined ? surrounded(call) : aroundCall(call, surrounded, method));
  return round === undefined ? run() : round.run(run);
}

/** @throws {ServiceError} INVALID_OUTPUT for an answer over the limit that is no tool's */
function answerResult(call: MethodCall, method: string, { result, ends }: { result: object; ends: Ends }): RpcAnswer {
  let encoded = encodedResult(call, method, result);
  let text = encodeResult(call.id, encoded);
  let isError = isErrorResult(result);
  if (text.length > call.server.outputLimit.uncountedLength) {
    const refused = checkLongAnswer(call, method, text);
    if (refused !== undefined) {
      isError = true;
      encoded = encodedResult(call, method, refused);
      text = encodeResult(call.id, encoded);
    }
  }
  for (const end of ends) end({ isError });
  return isConstantResult(result) ? { status: 200, text, length: resultLength(call.id, encoded) } : { status: 200, text };
}

const isErrorResult = (result: object): boolean => 'isError' in result && result.isError === true;

const encodedResult = (call: MethodCall, method: string, result: object): SerialisedResult =>
  result instanceof SerialisedResult
    ? result
    : textOf(result, call.revision, () => call.revision.encodeResult(call, method, result as WireResult));

function answerFailure({ id, revision, server }: MethodCall, failure: unknown, ends: Ends): RpcAnswer {
  const error = toRpcError(failure, { revision, logger: server.runtime.logger });
  const { code, httpStatus: status, neededScopes, retryAfterSeconds } = error;
  for (const end of ends) end({ error: code });
  const text = encodeError(id, error);
  if (retryAfterSeconds !== undefined) return { status, text, retryAfterSeconds };
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
