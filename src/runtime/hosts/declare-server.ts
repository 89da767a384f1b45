import { configInvalid } from '../errors/index.ts';
import { isJsonObject } from '../model/index.ts';
import { declaredAs, Service, type AnyClass, type ServerMetadata } from '../define/index.ts';
import type { SessionWorker } from './session-worker.ts';

export interface UncompiledInfo {
  readonly name: string;
  readonly version: string;
}

/** A class with these options, for servers that are declared without one. */
export function declareServer(metadata: ServerMetadata): AnyClass {
  const server = class {};
  Service(metadata)(server);
  return server;
}

/** Unchecked at this point: a decorator that says nothing useful is refused when its model is made. */
export function readInfo(server: AnyClass): UncompiledInfo {
  const info = declaredAs('server', server)?.options.info;
  const text = (key: string, otherwise: string): string => {
    const value = isJsonObject(info) ? info[key] : undefined;
    return typeof value === 'string' ? value : otherwise;
  };
  return { name: text('name', 'server'), version: text('version', '0.0.0') };
}

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
