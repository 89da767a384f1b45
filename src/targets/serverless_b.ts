import { defineTarget } from '../compiler/target.ts';
import { nodeTarget } from './node/target.ts';

/** One CommonJS file for a function service: `handler` answers in one piece, `stream` writes answers as they come where the invocation can. */
export const serverlessBTarget = defineTarget({
  name: 'serverless_b',
  supports: { ...nodeTarget.supports, sockets: false, longSessions: false },
  host: { module: '@service/sdk/hosts/serverless-b', start: 'createFunction', exported: ['handler', 'stream'] },
  bundle: {
    ...nodeTarget.bundle,
    mayBeModule: false,
    fileName: () => 'handler.cjs',
    assetFolder: () => 'assets',
  },
  variables: { SERVICE_DEPLOYMENT_MODE: 'serverless' },
  files: () => [],
});
