import type { EventStore, StreamKey } from '../../http/transports/event-store.ts';
import { backgroundMark } from '../../http/transports/session-streams.ts';
import { eventStreamName } from '../../cluster/sessions/shared-event-store.ts';
import type { FoundClaim, SessionClaims } from '../../cluster/nodes/session-claims.ts';
import { sessionRecordStore } from '../../cluster/sessions/session-record.ts';
import type { Conversation } from '../../mcp/sessions/conversation.ts';
import type { StoringApplication } from '../sharing/kept-state.ts';
import type { ClusterStore } from './cluster-store.ts';
import { sharedPrefixes } from '../sharing/shared-sessions.ts';
import type { SharedSessions } from '../sharing/sharing.ts';
import { useStore } from '../../storage/stores.ts';
import type { Clock } from '../../std/index.ts';
import type { QuotaCaller } from '../../mcp/principal.ts';
import type { RpcMessage, RpcRequest } from '../../mcp/json-rpc.ts';
import type { SessionStore } from '../../mcp/sessions/session-store.ts';

export interface OwnedSessions {
  readonly shared: SharedSessions;
  /** Sessions with a live half on this node. */
  count(): number;
  /** Claims a session whose client has opened its stream here. Never rejects. */
  moved(sessionId: string): Promise<void>;
  hold(): Promise<void>;
  /** Prepares a session that this node has taken over: its messages are kept until its client comes back. */
  adopt(found: FoundClaim): Promise<void>;
}

interface OwnSessionOptions {
  readonly claims: SessionClaims;
  readonly cluster: ClusterStore;
  readonly parts: StoringApplication;
}

/** Limit of the memory below; a forgotten entry costs one more write. */
const maxRecorded = 10_000;

/** Shared sessions with their claims: each belongs to one node. */
export function ownSessions(shared: SharedSessions, { claims, cluster, parts }: OwnSessionOptions): OwnedSessions {
  const { logger, runtime, stores } = parts;
  const renewMs = cluster.sessionTtlMs / 4;
  const store = new OwnedSessionStore({ store: shared.store, claims, renewMs, clock: runtime.now });
  const warn = (failure: unknown): void => logger.warn('it could not be noted whose a session is', { failure });
  const records = sessionRecordStore(useStore(stores, cluster.sessions, sharedPrefixes.records), cluster.sessionTtlMs);
  const lastEvents = useStore(stores, cluster.sessions, sharedPrefixes.events);
  const events = new RecordedEvents(claims, warn);
  return {
    shared: {
      ...shared,
      store,
      openEvents: (limits) => events.around(shared.openEvents(limits)),
      start: async () => {
        const stop = await shared.start();
        const timer = setInterval(() => void store.holdAttended().catch(warn), Math.max(1000, renewMs));
        // On platforms without processes a timer is a number and keeps nothing open.
        if (typeof timer === 'object') timer.unref();
        return async () => {
          clearInterval(timer);
          await stop();
        };
      },
    },
    count: () => {
      let count = 0;
      store.eachLocal(() => count++);
      return count;
    },
    moved: async (sessionId) => {
      events.forget(sessionId);
      await claims.move(sessionId).catch(warn);
    },
    hold: () => store.holdAttended(),
    adopt: async ({ claim: { stream }, sessionId }) => {
      const record = await records.find(sessionId);
      if (record === undefined) return claims.release(sessionId);
      if (stream === undefined) return;
      const key = { sessionId, streamId: stream };
      const [conversation, last] = await Promise.all([store.find(sessionId, record.principal), lastEvents.get(eventStreamName(key))]);
      // Its client may have connected here meanwhile.
      if (conversation !== undefined && conversation.background === undefined && last !== undefined)
        events.keepFor(conversation, key, Number(last));
    },
  };
}

/** An event store that also records, for each session, its stream of messages outside of calls. */
class RecordedEvents {
  readonly #claims: SessionClaims;
  readonly #warn: (failure: unknown) => void;
  readonly #recorded = new Map<string, string>();
  #events: EventStore | undefined;

  constructor(claims: SessionClaims, warn: (failure: unknown) => void) {
    this.#claims = claims;
    this.#warn = warn;
  }

  around(events: EventStore): EventStore {
    this.#events = events;
    return {
      append: async (key, number, message) => {
        await events.append(key, number, message);
        await this.#record(key);
      },
      begin: async (key) => events.begin?.(key),
      after: (key, number) => events.after(key, number),
      forget: (sessionId) => {
        this.forget(sessionId);
        return events.forget(sessionId);
      },
    };
  }

  forget(sessionId: string): void {
    this.#recorded.delete(sessionId);
  }

  /** Continues a stream without a connection, so that its client can fetch the missed messages. */
  keepFor(conversation: Conversation, key: StreamKey, last: number): void {
    let number = last;
    const send = (message: string): boolean => {
      this.#events?.append(key, ++number, message).catch(this.#warn);
      return true;
    };
    conversation.openBackground(
      { send },
      () => undefined,
      () => false,
    );
  }

  async #record({ sessionId, streamId }: StreamKey): Promise<void> {
    if (!streamId.startsWith(backgroundMark) || this.#recorded.get(sessionId) === streamId) return;
    // Sessions expire without a notice, so the memory is emptied when it is full.
    if (this.#recorded.size >= maxRecorded) this.#recorded.clear();
    this.#recorded.set(sessionId, streamId);
    await this.#claims.noteStream(sessionId, streamId).catch(this.#warn);
  }
}

interface OwnedSessionOptions {
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
