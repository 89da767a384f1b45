import { defineFeature } from '../features/application/define-feature.ts';
import { createSessionlessTransport } from '../http/transports/sessionless-transport.ts';
import { createHandshakeProtocol } from '../mcp/sessions/handshake-protocol.ts';

/** Sessionless over HTTP; over stdio the process is one conversation, which needs no session id. */
export const sessionless = defineFeature('sessionless', ({ mcp, runtime }) =>
  runtime.model.options.transport.sessionless === true
    ? { sessionTransport: createSessionlessTransport(mcp), handshakeProtocol: createHandshakeProtocol(mcp) }
    : {},
);
