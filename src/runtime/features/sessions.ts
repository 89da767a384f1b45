import { createSessionEra } from '../mcp/sessions/create-session-era.ts';
import { deliverChanges } from '../mcp/sessions/deliver-changes.ts';
import { MemorySessionStore } from '../mcp/sessions/memory-session-store.ts';
import { createSessionTransport } from '../http/transports/create-session-transport.ts';
import type { Feature, FeatureFactory } from './feature.ts';

/** Clients of the revisions with a handshake, their sessions kept in memory. Without it a server speaks 2026-07-28 and later alone. */
export const sessions: FeatureFactory = ({ mcp, runtime }): Feature => {
  const era = createSessionEra(mcp);
  const store = new MemorySessionStore();
  return {
    name: 'sessions',
    sessionEra: era,
    sessionTransport: createSessionTransport({ server: mcp, era, store }),
    start: async () => {
      mcp.draining.addEventListener('abort', () => store.eachLocal((conversation) => conversation.endBackground()), { once: true });
      const stopDelivery = deliverChanges(runtime.changes, (visit) => store.eachLocal(visit));
      return async () => {
        stopDelivery();
        await store.close();
      };
    },
  };
};
