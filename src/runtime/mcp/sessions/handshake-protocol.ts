import type { RpcAnswer } from '../dispatch.ts';
import type { JsonObject } from '../../model/index.ts';
import type { RpcMessage, RpcRequest, WireResult } from '../json-rpc.ts';
import type { RequestOrigin } from '../stateless-call.ts';
import type { Conversation, ConversationOpening } from './conversation.ts';

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
