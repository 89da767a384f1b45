import type { ServerMetadata } from '../define/index.ts';
import { portableFeatures } from '../features/portable.ts';
import { allRevisions } from '../mcp/revisions/all.ts';
import { httpDefaults } from '../options/generated.ts';
import { declareServer, readInfo } from './declare-server.ts';
import { createSessionWorker, type SessionWorker } from './session-worker.ts';

/** A server that was not compiled as the exports of a worker module, with every revision, and every feature that a worker can run. */
export function createUncompiledWorker(metadata: ServerMetadata): SessionWorker {
  const server = declareServer(metadata);
  return createSessionWorker({
    server,
    constants: {},
    features: portableFeatures,
    revisions: allRevisions,
    settings: { ...readInfo(server), entryPath: '/', port: httpDefaults.port, variables: {} },
  });
}
