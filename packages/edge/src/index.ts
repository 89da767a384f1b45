/* What a worker module exports. A build resolves this package to `@service/sdk/hosts/bundle-edge`, which composes no second server. */
import { createUncompiledWorker } from '@service/sdk/hosts/edge';
import { checkEdgeConfig, type EdgeMcp, type EdgeMcpConfig } from '@service/sdk/hosts/declare-server';

export type { EdgeMcp, EdgeMcpConfig };

/**
 * A server as the exports of a worker module. It is built by the first request, with that request's `env`.
 * @param config the options of `@Service`, with `apps`; `sessions` keeps each session in a Durable Object of its own, under `sessions.binding`
 *   (default `SERVICE_SESSIONS`); `skillIndex` keeps the search index of skills in the KV namespace `skillIndex.binding` (default
 *   `SERVICE_SKILL_INDEX`) for `ttlSeconds` (60 or more; absent: until it is removed), or is a function of `env` that returns these
 * @returns `fetch` for the module's default export, and the class of the objects, which the module exports by its name
 * @throws {ServiceError} `CONFIG_INVALID` without `apps`. Every other fault is the answer of the first request: 500 `server_misconfigured`
 *
 * @example
 * const edge = createEdgeMcp({ info: { name: 'demo', version: '1.0.0' }, apps: [], tools: [add], sessions: {} });
 * export default edge;
 * export const { SessionDurableObject } = edge;
 */
export const createEdgeMcp = (config: EdgeMcpConfig): EdgeMcp => createUncompiledWorker(checkEdgeConfig(config));
