import { ServiceError } from '../errors/index.ts';
import type { EventStore } from '../http/transports/event-store.ts';
import { MemoryEventStore } from '../http/transports/memory-event-store.ts';
import { SessionStreams } from '../http/transports/session-streams.ts';
import type { EventStoreOptionsModel } from '../model/server-model.ts';
import type { Feature, FeatureFactory } from './application/feature.ts';
import type { SharedSessions } from './sharing/sharing.ts';

/** Keeps what streams of sessions have sent, so that a client can come back for the rest (`transport.eventStore`). */
export const eventStore: FeatureFactory = ({ logger, runtime, sharing }): Feature => {
  const options = runtime.model.options.transport.eventStore;
  if (options !== undefined) sharing.streams = (shared) => new SessionStreams(openEvents(options, shared), logger, shared?.streamTag);
  return { name: 'event-store' };
};

function openEvents(options: EventStoreOptionsModel, shared: SharedSessions | undefined): EventStore {
  if (options.provider === 'memory') return new MemoryEventStore(options);
  if (shared !== undefined) return shared.openEvents(options);
  // Never memory in its place: a second instance would answer that it knows nothing.
  throw new ServiceError('CONFIG_INVALID', 'transport.eventStore.provider "redis" needs a store of sessions: set redis', { expose: true });
}
