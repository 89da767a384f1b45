import type { Clock } from '../../std/index.ts';
import type { QuotaCaller } from '../../mcp/principal.ts';
import type { RpcMessage, RpcRequest } from '../../mcp/json-rpc.ts';
import type { Conversation } from '../../mcp/sessions/conversation.ts';
import type { SessionStore } from '../../mcp/sessions/session-store.ts';
import type { SessionClaims } from '../nodes/session-claims.ts';

export interface OwnedSessionOptions {
  readonly store: SessionStore;
  readonly claims: SessionClaims;
  /** Milliseconds after which the claim of a session in use is renewed. */
  readonly renewMs: number;
  readonly clock: Clock;
}

/** A session store that also claims each session for the node that serves it. */
export class OwnedSessionStore implements SessionStore {
  readonly #options: OwnedSessionOptions;
  readonly #renewedAt = new WeakMap<Conversation, number>();

  constructor(options: OwnedSessionOptions) {
    this.#options = options;
  }

  async add(id: string, conversation: Conversation, caller: QuotaCaller): Promise<boolean> {
    const { claims, clock, store } = this.#options;
    if (!(await store.add(id, conversation, caller))) return false;
    this.#renewedAt.set(conversation, clock());
    await claims.move(id);
    return true;
  }

  async find(id: string, principal: string): Promise<Conversation | undefined> {
    const { claims, clock, renewMs, store } = this.#options;
    const found = await store.find(id, principal);
    if (found === undefined || clock() - (this.#renewedAt.get(found) ?? 0) < renewMs) return found;
    this.#renewedAt.set(found, clock());
    await claims.keep(id);
    return found;
  }

  keep(conversation: Conversation): ReturnType<SessionStore['keep']> {
    return this.#options.store.keep(conversation);
  }
  relay(conversation: Conversation, message: Exclude<RpcMessage, RpcRequest>): void {
    this.#options.store.relay(conversation, message);
  }

  async end(id: string, reason: string): Promise<void> {
    await this.#options.store.end(id, reason);
    await this.#options.claims.release(id);
  }

  eachLocal(visit: (conversation: Conversation) => void): void {
    this.#options.store.eachLocal(visit);
  }

  /** Renews the claims of sessions with an open stream here, which may have no requests. */
  async holdAttended(): Promise<void> {
    const ids: string[] = [];
    this.eachLocal(({ attended, opening }) => {
      if (attended && opening.id !== undefined) ids.push(opening.id);
    });
    for (const id of ids) await this.#options.claims.hold(id);
  }

  close(): Promise<void> {
    return this.#options.store.close();
  }
}
