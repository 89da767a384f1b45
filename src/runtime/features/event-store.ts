import { configInvalid } from '../errors/index.ts';
import { type EventStore, MemoryEventStore } from '../http/transports/event-store.ts';
import { SessionStreams } from '../http/transports/session-streams.ts';
import type { EventStoreOptionsModel } from '../model/server-model.ts';
import type { SharedSessions } from './sharing/sharing.ts';
import { defineFeature } from './application/define-feature.ts';

/** Keeps what streams of sessions have sent, so that a client can come back for the rest (`transport.eventStore`). */
export const eventStore = defineFeature('event-store', ({ logger, runtime }) => {
  const options = runtime.model.options.transport.eventStore;
  if (options === undefined) return {};
  return { provides: { sessionStreams: (shared) => new SessionStreams(openEvents(options, shared), logger, shared?.streamTag) } };
});

function openEvents(options: EventStoreOptionsModel, shared: SharedSessions | undefined): EventStore {
  if (options.provider === 'memory') return new MemoryEventStore(options);
  if (shared !== undefined) return shared.openEvents(options);
  // Never memory in its place: a second instance would answer that it knows nothing.
  throw configInvalid('transport.eventStore.provider "redis" needs a store of sessions: set redis');
}
