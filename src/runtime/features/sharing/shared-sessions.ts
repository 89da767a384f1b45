import { SharedCounterStore } from '../../cluster/limits/shared-counter-store.ts';
import { readNodeMessage, type SentNodeMessage } from '../../cluster/nodes/node-messages.ts';
import { SharedEventStore } from '../../cluster/sessions/shared-event-store.ts';
import { SharedSessionStore } from '../../cluster/sessions/shared-session-store.ts';
import { findRevision } from '../../mcp/mcp-server.ts';
import { hexOf, randomBytes } from '../../std/index.ts';
import { serverIdentity } from '../../storage/server-identity.ts';
import type { RedisOptions, StoreOptions } from '../../storage/store-options.ts';
import { useBus, useStore } from '../../storage/stores.ts';
import { createInstances, type Instances } from './instances.ts';
import { limitCreation, type KeptState, type StoringApplication } from './kept-state.ts';
import type { OpenSharedSessions, SharedSessions } from './sharing.ts';

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
        return handshake.open({ id, revision, principal, clientCapabilities, clientInfo });
      },
      idleMs: kept.sessionTtlMs,
      // An operator may keep sessions for longer than that.
      maxAgeMs: Math.max(maxAgeMs, kept.sessionTtlMs),
      maxLocal,
      clock: runtime.now,
      tell: (news) => instances.tell(news),
    });
    const counting = { store: new SharedCounterStore(useStore(stores, options, 'session-made:')), now: runtime.now };
    return {
      store,
      streamTag: `${node}x`,
      openEvents: (limits) => new SharedEventStore(useStore(stores, options, sharedPrefixes.events), limits),
      admit: limitCreation(counting),
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

const alone: Instances = { tell: () => undefined, start: async () => async () => undefined };

/** One channel of one server, for all of its instances. */
function connectInstances(
  options: RedisOptions | undefined,
  { node, options: { keyPrefix }, parts }: { node: string; parts: StoringApplication; options: StoreOptions },
): Instances {
  if (options === undefined) return alone;
  const { logger, runtime, stores } = parts;
  const bus = useBus(stores, options);
  const server = serverIdentity(parts);
  const channel = `${keyPrefix}bus:${server}`;
  return createInstances(runtime.changes, {
    send: (news) => {
      const told: SentNodeMessage = { from: node, server, news };
      bus.publish(channel, JSON.stringify(told)).catch((failure: unknown) => {
        logger.warn('the other instances could not be told', { news: news.kind, failure });
      });
    },
    listen: (hear) =>
      bus.subscribe(channel, (text) => {
        const told = readNodeMessage(text);
        // What this instance says comes back to it.
        if (told !== undefined && told.from !== node && told.server === server) hear(told.news);
      }),
  });
}
