import { createSessionlessTransport } from '../http/transports/sessionless-transport.ts';
import { defineFeature } from './application/define-feature.ts';

/** Clients of the revisions with a handshake, on a server that keeps no sessions. */
export const sessionless = defineFeature('sessionless', ({ mcp, runtime }) =>
  runtime.model.options.transport.sessionless === true ? { sessionTransport: createSessionlessTransport(mcp) } : {},
);
