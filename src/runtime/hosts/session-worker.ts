import { ownStorage } from '../features/sharing/kept-state.ts';
import { sharedPrefixes } from '../features/sharing/shared-sessions.ts';
import { redisDefaults } from '../options/generated.ts';
import { createFetchHost, type FetchHandler } from './fetch.ts';
import type { HostedServer } from './host.ts';
import { workerPlatform } from './worker.ts';
import { ServiceStore, type ObjectState, type StoreRoom } from './worker-store.ts';

/** What the streams of one session have sent; the rest of a session is small. */
const room: StoreRoom = { maxCharacters: 16 * 1024 * 1024, prefix: `${redisDefaults.keyPrefix}${sharedPrefixes.events}` };

/** As far as the state of a session's object is used. */
export interface SessionObjectState extends ObjectState {
  readonly storage: ObjectState['storage'] & { deleteAll(): Promise<void>; deleteAlarm(): Promise<void> };
  waitUntil(work: Promise<unknown>): void;
}

/** The class of the Durable Objects that hold a session each. Only the worker's own `fetch` reaches them. */
export type SessionObjectClass = new (
  state: SessionObjectState,
  env: object,
) => {
  fetch(request: Request): Promise<Response>;
  alarm(): Promise<void>;
};

/** What the platform calls of a worker whose sessions live in objects. */
export interface SessionWorker {
  readonly fetch: FetchHandler;
  readonly SessionDurableObject: SessionObjectClass;
}

/**
 * A server as the exports of a worker module. `fetch` answers everything but sessions, which it passes on to their objects once a request has
 * passed every guard. Each object runs the server for its session, over its own storage; nothing of the session is anywhere else.
 */
export function createSessionWorker(hosted: HostedServer): SessionWorker {
  class SessionDurableObject {
    readonly #state: SessionObjectState;
    readonly #env: object;
    readonly #handle: FetchHandler = createFetchHost(hosted, workerPlatform);
    #store: ServiceStore | undefined;

    constructor(state: SessionObjectState, env: object) {
      this.#state = state;
      const own = { fetch: (url: string, init: RequestInit) => this.#records.fetch(new Request(url, init)) };
      this.#env = { ...env, [ownStorage]: { idFromName: () => own, get: () => own } };
    }

    async fetch(request: Request): Promise<Response> {
      const answer = await this.#handle(request, this.#env, { waitUntil: (work) => this.#state.waitUntil(work) });
      if (request.method === 'DELETE' && answer.ok) await this.#forget();
      return answer;
    }

    /** Removes what has ended; an object without records is not kept. */
    async alarm(): Promise<void> {
      await this.#records.alarm();
      if (this.#records.isEmpty) await this.#forget();
    }

    get #records(): ServiceStore {
      return (this.#store ??= new ServiceStore(this.#state, room));
    }

    async #forget(): Promise<void> {
      const { storage } = this.#state;
      this.#store = undefined;
      // In one step: the store that a running call makes in between would lose its table under it.
      await Promise.all([storage.deleteAlarm(), storage.deleteAll()]);
    }
  }
  return { fetch: createFetchHost(hosted, workerPlatform), SessionDurableObject };
}
