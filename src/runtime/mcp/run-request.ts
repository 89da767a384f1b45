import type { JsonObject } from '../model/index.ts';
import { andThen, type Awaitable } from '../std/index.ts';
import type { CallRequest } from './call/channel.ts';
import { OutletChannel, type Ask, type Ending } from './call-channel.ts';
import { dispatch, type RpcAnswer } from './dispatch.ts';
import type { RpcRequest } from './json-rpc.ts';
import type { LogLevel } from './log-levels.ts';
import type { MethodCall } from './method.ts';
import type { Outlet } from './outlet.ts';

/** One request as its era sees it. */
interface RequestWay extends Pick<MethodCall, 'server' | 'revision' | 'outlive' | 'round' | 'conversation'> {
  readonly message: RpcRequest;
  readonly origin: Pick<CallRequest, 'auth' | 'http'> & { readonly outlet: Outlet };
  /** What the client said of itself. */
  readonly client: Pick<CallRequest, 'clientInfo' | 'clientCapabilities'>;
  readonly sessionId?: string | undefined;
  readonly meta: JsonObject;
  readonly ending: Ending;
  readonly ask: Ask | undefined;
  readonly logThreshold: () => LogLevel | undefined;
}

/** Runs one request; from its answer on nothing of it is sent any more. */
export function runRequest(way: RequestWay): Awaitable<RpcAnswer> {
  const { client, conversation, message, meta, origin, outlive, revision, round, server } = way;
  const { auth, http, outlet } = origin;
  const { id, method, params } = message;
  const channel = new OutletChannel(way, outlet);
  const request: CallRequest = {
    revision: revision.version,
    requestId: server.requestIds.take(),
    sessionId: way.sessionId,
    auth,
    clientInfo: client.clientInfo,
    clientCapabilities: client.clientCapabilities,
    meta,
    http,
    channel,
    hold: undefined,
  };
  return andThen(dispatch({ server, revision, id, params, request, outlet, outlive, round, conversation }, method), (answer) => {
    channel.close();
    return answer;
  });
}
