import { defineFeature } from '../../features/application/define-feature.ts';
import { createHandshakeProtocol } from '../../mcp/sessions/handshake-protocol.ts';

/** Clients that open with `initialize`, each over a connection of its own: nothing of HTTP, and no session that outlives its connection. */
export const sessions = defineFeature('sessions', ({ mcp }) => ({ handshakeProtocol: createHandshakeProtocol(mcp) }));
