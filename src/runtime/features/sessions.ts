import { ServiceError } from '../errors/index.ts';
import type { EventStore } from '../http/transports/event-store.ts';
import type { EventStoreOptionsModel } from '../model/server-model.ts';
import { readTransportProtocol } from '../model/transport-protocol.ts';
import { createSessionEra } from '../mcp/sessions/create-session-era.ts';
import { deliverChanges } from '../mcp/sessions/deliver-changes.ts';
import { MemorySessionStore } from '../mcp/sessions/memory-session-store.ts';
import { SessionIds } from '../mcp/sessions/session-ids.ts';
import { MemoryEventStore } from '../http/transports/memory-event-store.ts';
import { SessionStreams } from '../http/transports/session-streams.ts';
import { createSessionTransport } from '../http/transports/create-session-transport.ts';
import type { HttpAnswer } from '../web/exchange.ts';
import { answerJson } from '../web/json-answer.ts';
import type { ApplicationParts } from './application-parts.ts';
import type { Feature, FeatureFactory } from './feature.ts';
import { sealingOf } from './sealing.ts';
import type { SharedSessions } from './sharing.ts';

/**
 * Clients of the revisions with a handshake, their sessions kept in memory or in the store that instances share. Without it a server
 * speaks 2026-07-28 and later alone.
 */
export const sessions: FeatureFactory = (parts): Feature => {
  const { logger, mcp, runtime, sharing } = parts;
  const { transport } = runtime.model.options;
  const { strictSession } = readTransportProtocol(transport);
  const era = createSessionEra(mcp);
  const ids = new SessionIds(sealingOf(parts), runtime.now);
  const shared = sharing.sessions?.(era, ids);
  const store = shared?.store ?? new MemorySessionStore();
  const events = transport.eventStore === undefined ? undefined : openEvents(transport.eventStore, shared);
  return {
    name: 'sessions',
    sessionEra: era,
    sessionTransport: createSessionTransport({
      server: mcp,
      era,
      store,
      ids,
      strictSession,
      ...noSessions(parts),
      ...(shared === undefined ? {} : { admit: (caller) => shared.admit(caller) }),
      ...(events === undefined ? {} : { streams: new SessionStreams(events, logger, shared?.streamTag) }),
    }),
    start: async () => {
      mcp.draining.onMade(() => store.eachLocal((conversation) => conversation.endBackground()));
      const stopSharing = await shared?.start();
      const stopDelivery = deliverChanges(runtime.changes, (visit) => store.eachLocal(visit));
      return async () => {
        stopDelivery();
        await stopSharing?.();
        await store.close();
      };
    },
  };
};

/** A worker's next request may come to another isolate, which knows no random key of this one (document 2, errors). */
function noSessions({ environment, runtime }: ApplicationParts): { readonly noSessions?: HttpAnswer } {
  if (runtime.environment.runtime !== 'edge' || environment.NODE_ENV !== 'production' || environment.MCP_SESSION_SECRET !== undefined)
    return {};
  const message = 'Clients older than MCP 2026-07-28 need sessions: set the secret MCP_SESSION_SECRET';
  return { noSessions: answerJson(500, { error: 'server_misconfigured', code: 'SESSION_SECRET_REQUIRED', message }) };
}

function openEvents(options: EventStoreOptionsModel, shared: SharedSessions | undefined): EventStore {
  if (options.provider === 'memory') return new MemoryEventStore(options);
  if (shared !== undefined) return shared.openEvents(options);
  // Never memory in its place: a second instance would answer that it knows nothing.
  throw new ServiceError('CONFIG_INVALID', 'transport.eventStore.provider "redis" needs a store of sessions: set redis', { expose: true });
}
