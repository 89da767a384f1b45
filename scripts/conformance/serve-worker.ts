import { bootWorker } from '../../test/support/boot/worker.ts';
import { startHttpKvProxy } from '../../test/support/http-kv-proxy.ts';
import { startRedis } from '../../test/support/redis-server.ts';
import { buildWorker } from '../serving/build-project.ts';
import { copyWithOptions, edgeCopy } from './project.ts';

interface Served {
  readonly origin: string;
  stop(): Promise<void>;
}

/** A worker checks host names only once it is told which are its own. */
const variables = { SERVICE_ALLOWED_HOSTS: 'localhost' };

/** Sessions in the memory of the one isolate. Its tasks are kept in a store over HTTP, as background work of a worker has to be. */
export async function serveWorker(): Promise<Served> {
  const bundle = await buildWorker(
    copyWithOptions("  tasks: { redis: { provider: 'http-kv' } },\n  transport: { eventStore: { enabled: true } },\n"),
  );
  const redis = await startRedis();
  const token = 'token of the key-value store';
  const proxy = await startHttpKvProxy(redis.port, token);
  const worker = await bootWorker({ bundle, vars: { ...variables, KV_REST_API_URL: proxy.url, KV_REST_API_TOKEN: token } });
  return {
    origin: worker.origin,
    stop: async () => {
      await worker.stop();
      await proxy.close();
      await redis.remove();
    },
  };
}

/** A server made by `createEdgeMcp`: each session in a Durable Object of its own, tasks in one that all share. */
export async function serveEdgeWorker(): Promise<Served> {
  const bundle = await buildWorker(
    edgeCopy("  sessions: {},\n  tasks: { redis: { provider: 'durable-object' } },\n  transport: { eventStore: { enabled: true } },\n"),
  );
  const objects = { SERVICE_SESSIONS: 'SessionDurableObject', SERVICE_STORE: 'ServiceStore' };
  return bootWorker({ bundle, vars: variables, objects });
}
