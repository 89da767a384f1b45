import type { Conversation } from './conversation.ts';

/** Where sessions are found by id. Asynchronous, so that a networked store fits the same place. */
export interface SessionStore {
  /** False when the store is full of sessions that are in use. */
  add(id: string, conversation: Conversation): Promise<boolean>;
  /** Finds a session and counts as use of it; undefined when it is unknown, ended or expired. */
  find(id: string): Promise<Conversation | undefined>;
  end(id: string, reason: string): Promise<void>;
  /** Sessions that live on this instance. */
  eachLocal(visit: (conversation: Conversation) => void): void;
  close(): Promise<void>;
}
