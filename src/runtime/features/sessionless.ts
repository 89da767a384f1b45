import { createSessionlessTransport } from '../http/transports/sessionless-transport.ts';
import type { Feature, FeatureFactory } from './application/feature.ts';

/** Clients of the revisions with a handshake, on a server that keeps no sessions. */
export const sessionless: FeatureFactory = ({ mcp, runtime }): Feature =>
  runtime.model.options.transport.sessionless === true
    ? { name: 'sessionless', sessionTransport: createSessionlessTransport(mcp) }
    : { name: 'sessionless' };
