import { LegacyPair } from '../http/transports/legacy-pair.ts';
import { createSessionEra } from '../mcp/sessions/create-session-era.ts';
import type { Feature, FeatureFactory } from './application/feature.ts';

/** The transport of 2024-11-05: `<entry>/sse` and `<entry>/message`. */
export const legacySse: FeatureFactory = ({ http, mcp, runtime }): Feature => {
  if (!runtime.model.options.transport.legacyPair) return { name: 'legacy-sse' };
  const pair = new LegacyPair({ server: mcp, era: createSessionEra(mcp), entryPath: http.entryPath, bodyLimit: http.bodyLimit });
  return {
    name: 'legacy-sse',
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
};
