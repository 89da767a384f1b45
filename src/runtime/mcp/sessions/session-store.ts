import type { Awaitable } from '../../std/index.ts';
import type { QuotaCaller } from '../caller-quota.ts';
import type { RpcMessage, RpcRequest } from '../json-rpc.ts';
import type { Conversation } from './conversation.ts';

/** Finds sessions by id. Asynchronous, so that a networked store can implement it. */
export interface SessionStore {
  /**
   * @param caller whose share of the room it takes
   * @returns false when the total or the caller's share is used up
   */
  add(id: string, conversation: Conversation, caller: QuotaCaller): Promise<boolean>;
  /** Finds a session and counts as use of it; undefined when it is unknown, ended, expired, or belongs to another caller. */
  find(id: string, principal: string): Promise<Conversation | undefined>;
  /** Keeps what a call agreed upon (log level, subscriptions), before the call is answered. */
  keep(conversation: Conversation): Awaitable<void>;
  /** Hands a notification or an answer on to the instance that waits for it. */
  relay(conversation: Conversation, message: Exclude<RpcMessage, RpcRequest>): void;
  end(id: string, reason: string): Promise<void>;
  /** Sessions that live on this instance. */
  eachLocal(visit: (conversation: Conversation) => void): void;
  close(): Promise<void>;
}
