import { isJsonObject, type JsonObject } from '../../model/index.ts';
import { ClientChannel } from '../client-channel.ts';
import { dispatch, findMethod, type ReceivedCall, type RequestOrigin, type RpcAnswer } from '../dispatch.ts';
import { encodeError, isRequestId, type RpcRequest, type RpcMessage, type WireResult, encodeNotification } from '../json-rpc.ts';
import * as rpcCodes from '../rpc-codes.ts';
import type { McpServer } from '../protocol.ts';
import { describeServer, negotiateOpening } from '../methods/initialize.ts';
import { Conversation, type ConversationOpening } from './conversation.ts';
import { tellReader } from '../call/find-resource.ts';
import { mayHear } from '../principal.ts';

/** Everything that knows of `initialize`. A server for envelope revisions alone has none of it in its bundle. */
export interface HandshakeProtocol {
  /** @throws {ProtocolError} for params that open nothing */
  negotiate(params: JsonObject, principal: string): ConversationOpening;
  describeServer(opening: ConversationOpening): WireResult;
  open(opening: ConversationOpening): Conversation;
  /** Runs one request of a conversation; never rejects. */
  call(conversation: Conversation, message: RpcRequest, origin: Omit<RequestOrigin, 'ending'>): Promise<RpcAnswer>;
  /** Tells a conversation of changes until the returned function is called. */
  deliverChanges(conversation: Conversation): () => void;
  /** Takes a notification or a response. */
  accept(conversation: Conversation, message: Exclude<RpcMessage, RpcRequest>): void;
}

/** Serves clients that open with `initialize`, over any transport. */
export function createHandshakeProtocol(server: McpServer): HandshakeProtocol {
  return {
    negotiate: (params, principal) => negotiateOpening(server, params, principal),
    describeServer: (opening) => describeServer(server, opening),
    open: (opening) => new Conversation(opening),
    deliverChanges: (conversation) => deliverChanges(server, (visit) => visit(conversation)),
    call: (conversation, message, origin) => callInConversation(server, { conversation, message, origin }),
    accept: (conversation, message) => {
      if (message.kind === 'response') {
        // Answers to unknown ids are ignored.
        conversation.questions?.accept(message);
        return;
      }
      const { requestId, reason } = message.params;
      if (message.method !== 'notifications/cancelled' || !isRequestId(requestId)) return;
      conversation.cancelCall(requestId, typeof reason === 'string' ? reason : 'cancelled by the client');
    },
  };
}

async function callInConversation(
  server: McpServer,
  asked: { conversation: Conversation; message: RpcRequest; origin: Omit<RequestOrigin, 'ending'> },
): Promise<RpcAnswer> {
  const { conversation, message, origin } = asked;
  const { opening } = conversation;
  const { revision } = opening;
  const { auth, http, sink, waitUntil } = origin;
  const { id, method, params } = message;
  if (message.method === 'initialize') return refuse(message, 400, 'Invalid Request: this session is initialized already');
  // A disconnect is no cancellation in these revisions: the client may come back for the answer.
  const signal = conversation.beginCall(message.id);
  if (signal === undefined) return refuse(message, 400, 'Invalid Request: a request with this id is still running');
  const meta = isJsonObject(params._meta) ? params._meta : {};
  const ask = server.extensions.rounds?.askInConversation(conversation, { sink, signal });
  const call: ReceivedCall = {
    server,
    revision,
    id,
    params,
    requestId: server.requestIds.take(),
    sessionId: opening.id,
    auth,
    clientInfo: opening.clientInfo,
    clientCapabilities: opening.clientCapabilities,
    meta,
    http,
    channel: new ClientChannel({ ending: { signal }, meta, ask, revision, logThreshold: () => conversation.logLevel }, sink),
    hold: undefined,
    sink,
    waitUntil,
    round: undefined,
    conversation,
  };
  const answer = await dispatch(call, { method, handle: findMethod(server, revision, method) });
  conversation.endCall(message.id);
  if (conversation.subscribedUris.size > 0) server.runtime.pipeline.admission?.see(conversation, origin);
  return answer;
}

function refuse(message: RpcRequest, status: number, text: string): RpcAnswer {
  return { status, text: encodeError(message.id, { code: rpcCodes.invalidRequest, message: text }) };
}

/** One subscription for all conversations: list changes reach every client with a background stream, changes of a resource only its subscribers. */
export const deliverChanges = (server: McpServer, eachConversation: (visit: (conversation: Conversation) => void) => void): (() => void) =>
  server.runtime.changes.subscribe((change, { method, params }) =>
    eachConversation((conversation) => {
      change.forget?.(conversation);
      const deliver = (): void => void conversation.background?.send(encodeNotification(method, params));
      if (change.kind !== 'resource') return deliver();
      const { opening, reader, subscribedUris } = conversation;
      const { uri } = change;
      if (subscribedUris.has(uri) && mayHear(change, opening.principal))
        tellReader(server, { uri, subscriber: conversation, reader, deliver });
    }),
  );
