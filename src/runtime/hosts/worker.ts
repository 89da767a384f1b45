import { tellsFailures } from '../define/index.ts';
import { inspectShared } from '../options/env.ts';
import { createFetchHost, type FetchHandler, type FetchPlatform } from './fetch.ts';
import type { HostedServer } from './host.ts';

/** Of the platform's edge. */
export const workerPlatform: FetchPlatform = {
  inspect: inspectShared,
  // Vars may set NODE_ENV; without it nothing internal is shown.
  describe: ({ NODE_ENV }) => ({
    os: 'unknown',
    runtime: 'edge',
    deployment: 'serverless',
    surface: 'mcp',
    env: NODE_ENV ?? 'production',
    tellsFailures: tellsFailures(NODE_ENV),
  }),
  // The platform's edge sets it on every request and replaces what a client sent.
  peerAddress: (request) => request.headers.get('cf-connecting-ip') ?? undefined,
  variables: {},
  // Standard output and error are the platform's log.
  write: (line) => console.error(line),
};

/** A server as the default export of a worker module. */
export const createWorker = (hosted: HostedServer): { readonly fetch: FetchHandler } => ({
  fetch: createFetchHost(hosted, workerPlatform),
});
