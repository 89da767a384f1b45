import type { ServerMetadata } from '../define/index.ts';
import { configInvalid } from '../errors/index.ts';
import type { SessionWorker } from './session-worker.ts';

/** Options of `createEdgeMcp`: those of `@Service`. */
export interface EdgeMcpConfig extends ServerMetadata {
  /** Apps: decorated classes or app(…); an empty list with `tools` works. */
  readonly apps: NonNullable<ServerMetadata['apps']>;
}

/** What a worker module exports. */
export type EdgeMcp = SessionWorker;

/** As the decorator takes it. @throws {ServiceError} CONFIG_INVALID */
export function checkEdgeConfig(config: EdgeMcpConfig): ServerMetadata {
  const { apps }: Partial<EdgeMcpConfig> = config;
  if (apps === undefined) throw configInvalid('createEdgeMcp needs apps: list the apps of the server, or write apps: [] beside tools');
  // A worker is called; it starts nothing by itself.
  return { ...config, serve: false };
}
