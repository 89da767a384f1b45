import type { Awaitable } from '../../std/index.ts';
import type { RpcMessage, RpcRequest } from '../json-rpc.ts';
import type { Conversation } from './conversation.ts';

/** Where sessions are found by id. Asynchronous, so that a networked store fits the same place. */
export interface SessionStore {
  /**
   * @param from address of whoever opens it
   * @returns false when the store is full of sessions that are in use
   */
  add(id: string, conversation: Conversation, from?: string): Promise<boolean>;
  /** Finds a session and counts as use of it; undefined when it is unknown, ended or expired, or of somebody else. */
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
