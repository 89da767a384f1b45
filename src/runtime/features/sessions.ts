import { ServiceError } from '../errors/index.ts';
import type { EventStoreOptionsModel } from '../model/server-model.ts';
import { readTransportProtocol } from '../model/transport-protocol.ts';
import type { Logger } from '../std/index.ts';
import { createSessionEra } from '../mcp/sessions/create-session-era.ts';
import { deliverChanges } from '../mcp/sessions/deliver-changes.ts';
import { MemorySessionStore } from '../mcp/sessions/memory-session-store.ts';
import { MemoryEventStore } from '../http/transports/memory-event-store.ts';
import { SessionStreams } from '../http/transports/session-streams.ts';
import { createSessionTransport } from '../http/transports/create-session-transport.ts';
import type { Feature, FeatureFactory } from './feature.ts';

/** Clients of the revisions with a handshake, their sessions kept in memory. Without it a server speaks 2026-07-28 and later alone. */
export const sessions: FeatureFactory = ({ logger, mcp, runtime }): Feature => {
  const { strictSession } = readTransportProtocol(runtime.model.options.transport);
  const streams = createStreams(runtime.model.options.transport.eventStore, logger);
  const era = createSessionEra(mcp);
  const store = new MemorySessionStore();
  return {
    name: 'sessions',
    sessionEra: era,
    sessionTransport: createSessionTransport({ server: mcp, era, store, strictSession, ...(streams === undefined ? {} : { streams }) }),
    start: async () => {
      mcp.draining.onMade(() => store.eachLocal((conversation) => conversation.endBackground()));
      const stopDelivery = deliverChanges(runtime.changes, (visit) => store.eachLocal(visit));
      return async () => {
        stopDelivery();
        await store.close();
      };
    },
  };
};

function createStreams(options: EventStoreOptionsModel | undefined, logger: Logger): SessionStreams | undefined {
  if (options === undefined) return undefined;
  if (options.provider === 'memory') return new SessionStreams(new MemoryEventStore(options), logger);
  // Never memory in its place: a second instance would answer that it knows nothing.
  throw new ServiceError('CONFIG_INVALID', 'transport.eventStore.provider "redis" is not served yet: use "memory"', { expose: true });
}
