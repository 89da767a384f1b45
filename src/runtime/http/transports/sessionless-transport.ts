import { isJsonObject, type JsonObject } from '../../model/index.ts';
import { listedError, ProtocolError } from '../../errors/index.ts';
import { type Ask, ClientChannel, closedSink, type MessageSink } from '../../mcp/client-channel.ts';
import { dispatch, findMethod, type ReceivedCall } from '../../mcp/dispatch.ts';
import { toRpcError } from '../../mcp/rpc-error.ts';
import { encodeResult, type RpcMessage, type RpcRequest } from '../../mcp/json-rpc.ts';
import { findRevision } from '../../mcp/mcp-server.ts';
import type { McpServer, Revision } from '../../mcp/protocol.ts';
import { describeServer, negotiateOpening } from '../../mcp/methods/initialize.ts';
import { sessionOwnerOf } from '../../mcp/principal.ts';
import * as rpcCodes from '../../mcp/rpc-codes.ts';
import type { HttpAnswer } from '../../web/exchange.ts';
import { answerEmpty, answerMethodNotAllowed, answerRpcError } from '../answers.ts';
import { answerJsonText } from '../../web/json-answer.ts';
import { acceptsEvents, answerCall } from './answer-call.ts';
import type { AuthenticatedExchange } from '../handler.ts';
import type { SessionTransport } from './streamable.ts';

/** Clients that open with `initialize` on a server that keeps no sessions: no session id, and each request stands alone. */
export function createSessionlessTransport(server: McpServer): SessionTransport {
  const refuseStream = async (): Promise<HttpAnswer> => answerMethodNotAllowed(['POST']);
  return {
    post: async (caller, message) => answerMessage(server, caller, message),
    postBatch: async () =>
      answerRpcError(400, { code: rpcCodes.invalidRequest, message: 'Invalid Request: batches are not served without sessions' }),
    get: refuseStream,
    delete: refuseStream,
  };
}

function answerMessage(server: McpServer, caller: AuthenticatedExchange, message: RpcMessage): HttpAnswer | Promise<HttpAnswer> {
  // No call runs that a notification or a response could be for.
  if (message.kind !== 'request') return answerEmpty(202);
  try {
    if (message.method === 'initialize') return initialize(server, caller, message);
    const revision = revisionOf(server, caller);
    if (needSession.has(message.method)) throw needsSession(message.method);
    return answerCall((sink) => run(server, { caller, message, sink, revision }));
  } catch (failure) {
    const error = toRpcError(failure, { logger: server.runtime.logger });
    return answerRpcError(error.httpStatus, { ...error, id: message.id });
  }
}

/** Methods whose only effect is on what follows in a session. */
const needSession: ReadonlySet<string> = /* @__PURE__ */ new Set(['resources/subscribe', 'resources/unsubscribe', 'logging/setLevel']);

const withoutSessions = 'needs a session, and this server keeps none';
const needsSession = (method: string): Error => new ProtocolError(rpcCodes.methodNotFound, `${method} ${withoutSessions}`);

function initialize(server: McpServer, { auth }: AuthenticatedExchange, message: RpcRequest): HttpAnswer {
  const description = describeServer(server, negotiateOpening(server, message.params, sessionOwnerOf(auth)));
  const { capabilities } = description;
  const offered = isJsonObject(capabilities) ? sessionlessCapabilities(capabilities) : {};
  return answerJsonText(200, encodeResult(message.id, { ...description, capabilities: offered }));
}

/** Without capabilities that need the session's stream: list changes, updates and logs. */
function sessionlessCapabilities({ logging: _logging, ...kept }: JsonObject): JsonObject {
  return { ...kept, ...Object.fromEntries(['tools', 'resources', 'prompts'].flatMap((kind) => (kind in kept ? [[kind, {}]] : []))) };
}

/** A request without the header is of 2025-03-26, which had none. @throws {ProtocolError} HTTP 400 */
function revisionOf({ sessionRevisions }: McpServer, { exchange }: AuthenticatedExchange): Revision {
  const version = exchange.header('mcp-protocol-version')?.trim() ?? '2025-03-26';
  const revision = findRevision(sessionRevisions, version);
  if (revision !== undefined) return revision;
  throw new ProtocolError(rpcCodes.refused, 'Bad Request: Unsupported protocol version', { httpStatus: 400 });
}

interface SessionlessCall {
  readonly caller: AuthenticatedExchange;
  readonly message: RpcRequest;
  readonly sink: MessageSink;
  readonly revision: Revision;
}

function run(server: McpServer, { caller, message, sink, revision }: SessionlessCall) {
  const { auth, exchange } = caller;
  const { id, method, params } = message;
  const meta = isJsonObject(params._meta) ? params._meta : {};
  const readsStreams = acceptsEvents.test(exchange.header('accept') ?? '*/*');
  const open = readsStreams ? sink : closedSink;
  const ask: Ask = (question) => Promise.reject(listedError('ELICITATION_NOT_SUPPORTED', `${question.method} ${withoutSessions}`));
  const call: ReceivedCall = {
    server,
    revision,
    id,
    params,
    requestId: server.requestIds.take(),
    sessionId: undefined,
    auth,
    clientInfo: undefined,
    clientCapabilities: {},
    meta,
    http: exchange,
    // A client that left cannot come back for its answer.
    channel: new ClientChannel({ ending: exchange, meta, ask, revision, logThreshold: () => undefined }, open),
    hold: undefined,
    sink: open,
    waitUntil: (work) => exchange.waitUntil?.(work),
    round: undefined,
    conversation: undefined,
  };
  return dispatch(call, { method, handle: findMethod(server, revision, method) });
}
