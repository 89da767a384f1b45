import { ProtocolError } from '../errors/index.ts';
import type { AuthContext } from '../define/auth-context.ts';
import type { Awaitable } from '../std/index.ts';
import type { CallRequest } from './call/call-request.ts';
import { ClientChannel, type Ending } from './client-channel.ts';
import { dispatch, type ReceivedCall, type RpcAnswer } from './dispatch.ts';
import type { Envelope } from './params.ts';
import * as rpcCodes from './rpc-codes.ts';
import type { RpcRequest } from './json-rpc.ts';
import type { Method, McpServer, Revision } from './protocol.ts';
import type { MessageSink } from './message-sink.ts';

/** Origin of a request, as far as a call may know it. */
export interface RequestOrigin {
  readonly auth: AuthContext;
  readonly http: CallRequest['http'];
  /** Its signal is created on demand: most calls do not use it. */
  readonly ending: Ending;
  readonly sink: MessageSink;
  /** Keeps the platform from ending work that goes on after the answer. */
  readonly waitUntil?: (work: Promise<unknown>) => void;
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

/** One list for `server/discover` and for -32022, which must agree: every version that a client can use on this server. */
export function supportedVersions(server: McpServer): string[] {
  return [...server.statelessRevisions, ...server.sessionRevisions].map((revision) => revision.version);
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
  const { auth, ending, http, sink, waitUntil } = origin;
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
    channel: new ClientChannel({ ending, meta, ask, revision, logThreshold: () => logLevel }, sink),
    hold: undefined,
    sink,
    waitUntil,
    round,
    conversation: undefined,
  };
  return dispatch(call, { method, handle });
}
