import { ProtocolError } from '../errors/index.ts';
import { cannotAsk } from '../define/asking.ts';
import type { AuthContext } from '../define/auth-context.ts';
import { andThen, type Awaitable } from '../std/index.ts';
import type { CallRequest } from './call/channel.ts';
import { OutletChannel, type Ending } from './call-channel.ts';
import { dispatch } from './dispatch.ts';
import type { RpcAnswer } from './dispatch.ts';
import type { Envelope } from './envelope.ts';
import { rpcCodes } from './json-rpc.ts';
import type { RpcRequest } from './json-rpc.ts';
import { findRevision } from './mcp-server.ts';
import type { McpServer } from './mcp-server.ts';
import type { Outlet } from './outlet.ts';
import type { Revision } from './revisions/revision.ts';

/** Where a request came from, as far as a call may know. */
export interface CallOrigin {
  readonly auth: AuthContext;
  readonly http: CallRequest['http'];
  /** Its signal is made when somebody asks: most calls never do. */
  readonly ending: Ending;
  readonly outlet: Outlet;
  /** Keeps the platform from ending work that goes on after the answer. */
  readonly outlive?: (work: Promise<unknown>) => void;
}

/** @throws {ProtocolError} -32022 naming what is served */
export function selectStatelessRevision(server: McpServer, version: string): Revision {
  const revision = findRevision(server.statelessRevisions, version);
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

const ignore = (): void => undefined;

/** Serves one request of an envelope revision: no handshake, no state. */
export function callStateless(
  server: McpServer,
  message: RpcRequest,
  way: { revision: Revision; envelope: Envelope; origin: CallOrigin },
): Awaitable<RpcAnswer> {
  const { envelope, origin, revision } = way;
  const { auth } = origin;
  const { clientCapabilities } = envelope;
  const { rounds } = server.extensions;
  const round = rounds?.begin({ method: message.method, params: message.params, auth, revision, clientCapabilities });
  const channel = new OutletChannel({
    ending: origin.ending,
    outlet: origin.outlet,
    meta: envelope.meta,
    logThreshold: () => envelope.logLevel,
    completesElicitation: revision.completesElicitation,
    ask: round?.ask ?? rounds?.refuse(clientCapabilities) ?? cannotAsk,
  });
  const request: CallRequest = {
    revision: revision.version,
    requestId: server.requestIds.take(),
    auth,
    clientInfo: envelope.clientInfo,
    clientCapabilities,
    meta: envelope.meta,
    http: origin.http,
    channel,
  };
  const answer = dispatch(
    {
      server,
      revision,
      id: message.id,
      params: message.params,
      request,
      outlet: origin.outlet,
      outlive: origin.outlive ?? ignore,
      round,
    },
    message.method,
  );
  return andThen(answer, (answered) => {
    channel.close();
    return answered;
  });
}
