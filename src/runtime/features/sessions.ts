import { createHandshakeProtocol, deliverChanges } from '../mcp/sessions/handshake-protocol.ts';
import { MemorySessionStore } from '../mcp/sessions/session-store.ts';
import { SessionIds } from '../mcp/sessions/session-ids.ts';
import { createSessionTransport } from '../http/transports/session-transport.ts';
import type { HttpAnswer } from '../web/exchange.ts';
import { answerJson } from '../web/json-answer.ts';
import { refusesSessions, sealingOf } from './sharing/sealing.ts';
import { defineFeature } from './application/define-feature.ts';

/**
 * Clients of the revisions with a handshake, their sessions kept in memory or in the store that instances share. Without it a server
 * speaks 2026-07-28 and later alone.
 */
export const sessions = defineFeature('sessions', (parts) => {
  const { clusterNode, mcp, runtime, sessionObjects, sessionStreams } = parts;
  const { sessionless, strictSession } = runtime.model.options.transport;
  if (sessionless === true) return {};
  const handshake = createHandshakeProtocol(mcp);
  const ids = new SessionIds(sealingOf(parts), runtime.now);
  const noSessions = refusesSessions(parts) ? sessionSecretMissing() : undefined;
  const common = { server: mcp, handshake, ids, strictSession };
  const forwarding = sessionObjects?.createTransport?.({
    ids,
    noSessions,
    passing: strictSession ? undefined : createSessionTransport({ ...common, store: new MemorySessionStore() }),
  });
  if (forwarding !== undefined) return { provides: { sessionIds: ids }, handshakeProtocol: handshake, sessionTransport: forwarding };
  const kept = parts.sharedSessions?.({ handshake, ids, connect: clusterNode?.connect });
  const shared = kept === undefined ? undefined : (clusterNode?.own(kept) ?? kept);
  const store = shared?.store ?? new MemorySessionStore();
  return {
    provides: { sessionIds: ids },
    handshakeProtocol: handshake,
    sessionTransport: createSessionTransport({
      ...common,
      store,
      noSessions,
      givenId: sessionObjects?.givenSessionId,
      admit: shared && ((caller) => shared.admit(caller)),
      streams: sessionStreams?.(shared),
    }),
    start: async () => {
      mcp.draining.onMade(() => store.eachLocal((conversation) => conversation.endBackground()));
      const stopSharing = await shared?.start();
      const stopDelivery = deliverChanges(mcp, (visit) => store.eachLocal(visit));
      return async () => {
        stopDelivery();
        await stopSharing?.();
        await store.close();
      };
    },
  };
});

const sessionSecretMissing = (): HttpAnswer => {
  const message = 'Clients older than MCP 2026-07-28 need sessions: set the secret MCP_SESSION_SECRET';
  return answerJson(500, { error: 'server_misconfigured', code: 'SESSION_SECRET_REQUIRED', message });
};
