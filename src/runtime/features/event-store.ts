import { configInvalid } from '../errors/index.ts';
import { MemoryEventStore } from '../http/transports/event-store.ts';
import { SessionStreams } from '../http/transports/session-streams.ts';
import { readKeptState } from './sharing/kept-state.ts';
import { transportEventStoreDefaults } from '../options/generated.ts';
import { defineFeature } from './application/define-feature.ts';

/** Keeps what streams of sessions have sent, so that a client can come back for the rest (`transport.eventStore`). */
export const eventStore = defineFeature('event-store', (parts) => {
  const { logger, runtime } = parts;
  const inObjects = runtime.declared.sessions !== undefined;
  const options = runtime.model.options.transport.eventStore ?? (inObjects ? transportEventStoreDefaults : undefined);
  if (options === undefined) return {};
  // Never memory in its place: a second instance would answer that it knows nothing.
  if (options.provider === 'redis' && readKeptState(parts).sessions === undefined)
    throw configInvalid('transport.eventStore.provider "redis" needs a store of sessions: set redis');
  return {
    provides: {
      sessionStreams: (shared) => {
        const events = options.provider === 'memory' && !inObjects ? new MemoryEventStore(options) : shared?.openEvents(options);
        return events === undefined ? undefined : new SessionStreams(events, logger, shared?.streamTag);
      },
    },
  };
});
