import { defineTarget } from '../compiler/target.ts';
import { printJson } from '../std/texts.ts';
import { nodeTarget } from './node/target.ts';

/** One CommonJS file for a function service: `handler` answers in one piece, `stream` writes answers as they come where the invocation can. */
export const serverlessBTarget = defineTarget({
  name: 'serverless_b',
  // Files of an instance end with it.
  supports: { ...nodeTarget.supports, sqlite: false, sockets: false, longSessions: false },
  host: { module: '@service/sdk/hosts/serverless-b', start: 'createFunction', exported: ['handler', 'stream'] },
  bundle: {
    ...nodeTarget.bundle,
    mayBeModule: false,
    fileName: () => 'handler.cjs',
    assetFolder: () => 'assets',
  },
  // An event is at most that long.
  maxBodyBytes: 6_291_456,
  variables: { SERVICE_DEPLOYMENT_MODE: 'serverless' },
  startCheck: () => ({ kind: 'event', script: 'handler.cjs' }),
  // Scripts that the server starts as threads lie beside it: a package.json further up would say how Node reads them.
  files: () => [{ path: 'package.json', contents: printJson({ type: 'commonjs' }) }],
});
