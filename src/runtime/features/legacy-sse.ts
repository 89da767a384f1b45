import { LegacyPair } from '../http/transports/legacy-pair.ts';
import { createHandshakeProtocol } from '../mcp/sessions/handshake-protocol.ts';
import { defineFeature } from './application/define-feature.ts';

/** The transport of 2024-11-05: `<entry>/sse` and `<entry>/message`. */
export const legacySse = defineFeature('legacy-sse', ({ http, mcp, runtime }) => {
  // Its stream and its messages would meet in no object.
  if (!runtime.model.options.transport.legacyPair || runtime.declared.sessions !== undefined) return {};
  const pair = new LegacyPair({
    server: mcp,
    handshake: createHandshakeProtocol(mcp),
    entryPath: http.entryPath,
    bodyLimit: http.bodyLimit,
  });
  return {
    routes: pair.routes,
    guardedPaths: pair.routes.map(({ path }) => path),
    start: async () => {
      const stopWaiting = mcp.draining.onMade(() => pair.drain());
      return async () => {
        stopWaiting();
        pair.close('the server is closing');
      };
    },
  };
});
