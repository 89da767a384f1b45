import type { AuthContext } from '../../define/auth-context.ts';
import { StorageConnectionError } from '../../errors/index.ts';
import { CallerQuota, sessionOwnerOf } from '../../mcp/principal.ts';
import type { RpcAnswer } from '../../mcp/dispatch.ts';
import { toRpcError } from '../../mcp/rpc-error.ts';
import { decodeMessage, encodeError, encodeResult, InvalidMessage, type RpcMessage, type RpcRequest } from '../../mcp/json-rpc.ts';
import * as rpcCodes from '../../mcp/rpc-codes.ts';
import type { McpServer } from '../../mcp/protocol.ts';
import { findRevision } from '../../mcp/mcp-server.ts';
import { closedSink, type MessageSink } from '../../mcp/client-channel.ts';
import type { Conversation } from '../../mcp/sessions/conversation.ts';
import type { HandshakeProtocol } from '../../mcp/sessions/handshake-protocol.ts';
import type { SessionIds } from '../../mcp/sessions/session-ids.ts';
import type { SessionStore } from '../../mcp/sessions/session-store.ts';
import type { Json } from '../../model/index.ts';
import * as keptLimits from '../../options/kept-limits.ts';
import type { HttpAnswer, HttpExchange } from '../../web/exchange.ts';
import { answerBusy, answerEmpty, answerRpcError } from '../answers.ts';
import { answerJsonText } from '../../web/json-answer.ts';
import { acceptsEvents, acceptsJson, answerCall } from './answer-call.ts';
import type { AuthenticatedExchange } from '../handler.ts';
import { LazyEventStream } from './event-stream.ts';
import type { SessionStreams } from './session-streams.ts';
import type { SessionTransport } from './streamable.ts';

export interface SessionTransportOptions {
  readonly server: McpServer;
  readonly handshake: HandshakeProtocol;
  readonly store: SessionStore;
  readonly ids: SessionIds;
  /** Answer to every `initialize` where no session can be kept. */
  readonly noSessions?: HttpAnswer;
  /** The id of a session that the request opens, where another place has issued it. */
  readonly givenId?: ((exchange: HttpExchange) => string | undefined) | undefined;
  /** Seconds until the caller may open another session; 0 now. */
  readonly admit?: (caller: AuthenticatedExchange) => Promise<number>;
  /** False: a request that names no session is served by itself. */
  readonly strictSession: boolean;
  /** Present where a client may come back for what it missed. */
  readonly streams?: SessionStreams;
}

/** Bytes of a call that runs: its context, its stream, and the question that it may have asked. */
const callBytes = 16_384;

interface Transport extends SessionTransportOptions {
  /** Room for calls that run. A client that has left does not end its calls, so nothing else bounds them. */
  readonly calls: CallerQuota;
}

/** Streamable HTTP of the revisions with a handshake. */
export function createSessionTransport(given: SessionTransportOptions): SessionTransport {
  const options: Transport = { ...given, calls: new CallerQuota(keptLimits.runningCalls, given.server.runtime.now) };
  return {
    post: (caller, message) => post(options, caller, message),
    postBatch: (caller, batch) => postBatch(options, caller, batch),
    get: (caller) => openBackgroundStream(options, caller),
    delete: (caller) => endSession(options, caller),
  };
}

const tooManyCalls = answerBusy('too many calls are running');

const refuse = (status: number, code: number, message: string): HttpAnswer => answerRpcError(status, { code, message });

async function post(options: Transport, caller: AuthenticatedExchange, message: RpcMessage): Promise<HttpAnswer> {
  const accept = caller.exchange.header('accept') ?? '*/*';
  if (message.kind === 'request' && !(acceptsJson.test(accept) && acceptsEvents.test(accept))) {
    return refuse(406, rpcCodes.refused, 'Not Acceptable: Client must accept both application/json and text/event-stream');
  }
  if (message.kind === 'request' && message.method === 'initialize' && caller.exchange.header('mcp-session-id') === undefined) {
    return initialize(options, caller, message);
  }
  const session = await findSession(options, caller);
  if ('refusal' in session) return session.refusal;
  if (message.kind !== 'request') {
    take(options, session, message);
    return answerEmpty(202);
  }
  const giveBack = options.calls.take({ auth: caller.auth, http: caller.exchange }, callBytes);
  if (giveBack === undefined) return tooManyCalls;
  const run = (sink: MessageSink) => callIn(options, caller, { session, message, sink }).finally(giveBack);
  return options.streams === undefined || session.opening.id === undefined ? answerCall(run) : options.streams.answer(session, run);
}

/** The call that waits for the message may run on another instance, so it is relayed too. */
function take({ handshake, store }: SessionTransportOptions, session: Conversation, message: Exclude<RpcMessage, RpcRequest>): void {
  handshake.accept(session, message);
  store.relay(session, message);
}

function callIn(
  options: SessionTransportOptions,
  caller: AuthenticatedExchange,
  call: { session: Conversation; message: RpcRequest; sink: MessageSink },
) {
  const { exchange, auth } = caller;
  const waitUntil = (lasting: Promise<unknown>): void => exchange.waitUntil?.(lasting);
  const called = options.handshake.call(call.session, call.message, { auth, http: exchange, sink: call.sink, waitUntil });
  const work = called.then((answer) => keepThenAnswer(options, call, answer));
  // A disconnect is no cancellation: the client may come back for the answer.
  exchange.waitUntil?.(work);
  return work;
}

/** Stores the changed session state before the answer; when that fails, the call fails. */
async function keepThenAnswer(
  { server, store }: SessionTransportOptions,
  { message, session }: { session: Conversation; message: RpcRequest },
  answer: RpcAnswer,
): Promise<RpcAnswer> {
  try {
    const keeping = store.keep(session);
    if (keeping !== undefined) await keeping;
    return answer;
  } catch (failure) {
    server.runtime.logger.error('the state of a session could not be kept', { failure });
    const error = { code: rpcCodes.internalError, message: 'Service Unavailable: nothing was changed, try again' };
    return { status: 503, text: encodeError(message.id, error), retryAfterSeconds: 2 };
  }
}

async function initialize(options: SessionTransportOptions, caller: AuthenticatedExchange, message: RpcRequest): Promise<HttpAnswer> {
  const { handshake, server, store } = options;
  if (options.noSessions !== undefined) return options.noSessions;
  try {
    const seconds = (await options.admit?.(caller)) ?? 0;
    if (seconds > 0) return answerJsonText(429, '{"error":"too many sessions are opened"}', { 'retry-after': String(seconds) });
    const principal = sessionOwnerOf(caller.auth);
    const id = options.givenId?.(caller.exchange) ?? (await options.ids.issue(principal));
    const opening = { ...handshake.negotiate(message.params, principal), id };
    if (!(await store.add(id, handshake.open(opening), { auth: caller.auth, http: caller.exchange }))) {
      return answerBusy('too many sessions are in use');
    }
    return answerJsonText(200, encodeResult(message.id, handshake.describeServer(opening)), { 'mcp-session-id': id });
  } catch (failure) {
    if (failure instanceof StorageConnectionError) throw failure;
    const error = toRpcError(failure, { logger: server.runtime.logger });
    return answerRpcError(error.httpStatus, { ...error, id: message.id });
  }
}

/** Missing id: 400. Unknown, ended, or another caller's id: 404; only the owner learns that the session existed. */
async function findSession(
  options: SessionTransportOptions,
  caller: AuthenticatedExchange,
): Promise<Conversation | { refusal: HttpAnswer }> {
  const { exchange, auth } = caller;
  const version = exchange.header('mcp-protocol-version')?.trim();
  if (version !== undefined && findRevision(options.server.sessionRevisions, version) === undefined) {
    return { refusal: refuse(400, rpcCodes.refused, 'Bad Request: Unsupported protocol version') };
  }
  const id = exchange.header('mcp-session-id');
  if (id === undefined && !options.strictSession && exchange.method === 'POST') return openPassing(options, auth, version);
  if (id === undefined) return { refusal: refuse(400, rpcCodes.refused, 'Bad Request: Mcp-Session-Id header is required') };
  const principal = sessionOwnerOf(auth);
  const session = await options.store.find(id, principal);
  if (session !== undefined) return session;
  const message = (await options.ids.accepts(id, principal)) ? 'session ended or expired' : 'invalid session id';
  return { refusal: refuse(404, rpcCodes.sessionNotFound, message) };
}

/** A conversation of one request: it was never negotiated, so the client can be asked nothing. Without a version it is of 2025-03-26. */
function openPassing(options: SessionTransportOptions, auth: AuthContext, version = '2025-03-26'): Conversation {
  const params = { protocolVersion: version, capabilities: {} };
  return options.handshake.open(options.handshake.negotiate(params, sessionOwnerOf(auth)));
}

async function openBackgroundStream(options: SessionTransportOptions, caller: AuthenticatedExchange): Promise<HttpAnswer> {
  if (!acceptsEvents.test(caller.exchange.header('accept') ?? '*/*')) {
    return refuse(406, rpcCodes.refused, 'Not Acceptable: Client must accept text/event-stream');
  }
  const session = await findSession(options, caller);
  if ('refusal' in session) return session.refusal;
  // Also before it subscribes: it may do so through another instance.
  options.server.runtime.pipeline.admission?.see(session, { auth: caller.auth, http: caller.exchange });
  const lastEventId = caller.exchange.header('last-event-id');
  if (lastEventId !== undefined && options.streams !== undefined) {
    const resumed = await options.streams.resume(session, lastEventId);
    return resumed ?? refuse(400, rpcCodes.refused, 'Bad Request: the events after this Last-Event-ID are unknown or no longer kept');
  }
  if (session.attended) return refuse(409, rpcCodes.refused, 'Conflict: this session has a stream already');
  return options.streams === undefined ? openPlainBackground(session) : options.streams.openBackground(session);
}

function openPlainBackground(session: Conversation): Promise<HttpAnswer> {
  return new Promise((resolve) => {
    const stream = new LazyEventStream(resolve);
    session.openBackground(stream, () => stream.finish());
    stream.onEnd = () => session.closeBackground(stream);
    stream.open();
    stream.keepAlive();
  });
}

async function endSession(options: SessionTransportOptions, caller: AuthenticatedExchange): Promise<HttpAnswer> {
  const session = await findSession(options, caller);
  if ('refusal' in session) return session.refusal;
  if (session.opening.id !== undefined) await options.store.end(session.opening.id, 'the client ended the session');
  await options.streams?.forget(session);
  return answerEmpty(200);
}

async function postBatch(options: Transport, caller: AuthenticatedExchange, batch: readonly Json[]): Promise<HttpAnswer> {
  const session = await findSession(options, caller);
  if ('refusal' in session) return session.refusal;
  if (!session.opening.revision.acceptsBatches)
    return refuse(400, rpcCodes.invalidRequest, 'Invalid Request: batches are not served in this protocol version');
  const messages = decodeBatch(batch);
  if ('refusal' in messages) return messages.refusal;
  const requests = messages.filter((message) => message.kind === 'request');
  for (const message of messages) if (message.kind !== 'request') take(options, session, message);
  if (requests.length === 0) return answerEmpty(202);
  const giveBack = options.calls.take({ auth: caller.auth, http: caller.exchange }, requests.length * callBytes);
  if (giveBack === undefined) return tooManyCalls;
  const work = Promise.all(requests.map((message) => callIn(options, caller, { session, message, sink: closedSink })));
  const answers = await work.finally(giveBack);
  return answerJsonText(200, `[${answers.map((answer) => answer.text).join(',')}]`);
}

/** More calls in one body than this is a way to multiply work past the rate limit. */
const maxBatched = 100;

function decodeBatch(batch: readonly Json[]): RpcMessage[] | { refusal: HttpAnswer } {
  if (batch.length > maxBatched)
    return { refusal: refuse(400, rpcCodes.invalidRequest, `Invalid Request: more than ${maxBatched} messages`) };
  try {
    const messages = batch.map((item) => decodeMessage(item));
    if (messages.some((message) => message.kind === 'request' && message.method === 'initialize')) {
      return { refusal: refuse(400, rpcCodes.invalidRequest, 'Invalid Request: initialize must not be part of a batch') };
    }
    return messages;
  } catch (failure) {
    if (!(failure instanceof InvalidMessage)) throw failure;
    return { refusal: refuse(400, rpcCodes.invalidRequest, failure.message) };
  }
}
