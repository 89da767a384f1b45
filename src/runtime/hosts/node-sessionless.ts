import { defineFeature } from '../features/application/define-feature.ts';
import { createSessionlessTransport } from '../http/transports/sessionless-transport.ts';
import { createHandshakeProtocol } from '../mcp/sessions/handshake-protocol.ts';

/** As everywhere over HTTP. Over stdio the process is one conversation: it needs no session id, and what comes later knows what came before. */
export const sessionless = defineFeature('sessionless', ({ mcp, runtime }) =>
  runtime.model.options.transport.sessionless === true
    ? { sessionTransport: createSessionlessTransport(mcp), handshakeProtocol: createHandshakeProtocol(mcp) }
    : {},
);
