import { createPartition } from '../../http/limits/partition.ts';
import { takeFromWindow } from '../../http/limits/rate-limiter.ts';
import { SharedCounterStore } from '../../cluster/limits/shared-counter-store.ts';
import { SharedEventStore } from '../../cluster/sessions/shared-event-store.ts';
import { findRevision } from '../../mcp/mcp-server.ts';
import { SharedSessionStore } from '../../cluster/sessions/shared-session-store.ts';
import { randomBytes, hexOf } from '../../std/index.ts';
import type { StoreOptions } from '../../storage/store-options.ts';
import type { StoringApplication } from './storing-application.ts';
import { connectInstances } from './connect-instances.ts';
import type { KeptState } from './kept-state.ts';
import type { OpenSharedSessions, SharedSessions } from './sharing.ts';
import { useStore } from '../../storage/stores.ts';

/** Sessions that one address (or one signed-in user) may open: many more than a client does, few enough to fill no store. */
const creationLimit = { maxRequests: 600, windowMs: 60_000 };
/** Of the keys of sessions and of what their streams have sent. */
export const sharedPrefixes = { records: 'session:', events: 'transport:' } as const;
/** An id that was lost opens nothing after this long, which is the time that a refresh token lives unused. */
const maxAgeMs = 30 * 86_400_000;
/** Live halves of one instance; the records of others bring them back. */
const maxLocal = 10_000;

/** Sessions in a store, and what instances tell each other of them. */
export function keepSessionsIn(options: StoreOptions, kept: KeptState, parts: StoringApplication): OpenSharedSessions {
  const { logger, mcp, runtime, stores } = parts;
  const node = hexOf(randomBytes(4));
  return ({ connect, handshake, ids }): SharedSessions => {
    const instances = connect?.(node) ?? connectInstances(kept.bus, { node, parts, options });
    const store = new SharedSessionStore({
      records: useStore(stores, options, sharedPrefixes.records),
      ids,
      revive: (id, { clientCapabilities, clientInfo, principal, version }) => {
        const revision = findRevision(mcp.sessionRevisions, version);
        if (revision === undefined) return undefined;
        return handshake.open({ id, revision, principal, clientCapabilities, ...(clientInfo === undefined ? {} : { clientInfo }) });
      },
      idleMs: kept.sessionTtlMs,
      // An operator may keep sessions for longer than that.
      maxAgeMs: Math.max(maxAgeMs, kept.sessionTtlMs),
      maxLocal,
      clock: runtime.now,
      tell: (news) => instances.tell(news),
    });
    const counting = { store: new SharedCounterStore(useStore(stores, options, 'session-made:')), now: runtime.now };
    const keyOf = createPartition('userId');
    return {
      store,
      streamTag: `${node}x`,
      openEvents: (limits) => new SharedEventStore(useStore(stores, options, sharedPrefixes.events), limits),
      admit: async ({ auth, exchange }) => takeFromWindow(creationLimit, keyOf({ auth, clientIp: exchange.peerAddress }), counting),
      start: async () => {
        const disconnect = await instances.start((news) =>
          store.hear(news, (conversation, message) => handshake.accept(conversation, message)),
        );
        const refresh = (): void => {
          store.refresh().catch((failure: unknown) => logger.warn('sessions in use could not be kept alive', { failure }));
        };
        const timer = setInterval(refresh, Math.max(1000, kept.sessionTtlMs / 4));
        // A platform without processes has numbers here, and nothing to hold open.
        if (typeof timer === 'object') timer.unref();
        return async () => {
          clearInterval(timer);
          await disconnect();
        };
      },
    };
  };
}
