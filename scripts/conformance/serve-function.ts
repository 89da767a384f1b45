import { join } from 'node:path';
import { bootFunction } from '../../test/support/boot/function.ts';
import { bootOutput } from '../../test/support/boot/output.ts';
import { send } from '../../test/support/wire-client.ts';
import { startRedis } from '../../test/support/redis-server.ts';
import { buildTarget } from '../serving/build-project.ts';
import type { FunctionLeg } from './legs.ts';
import { copyWithOptions, sharedState } from './project.ts';

/** A server with tasks has a store for them on every function platform. */
const tasksOnly = '  tasks: { redis: {} },\n  transport: { eventStore: { enabled: true } },\n';

/** A function checks host names only once it is told which are its own. */
const variables = { SERVICE_ALLOWED_HOSTS: 'localhost', MCP_SESSION_SECRET: 'the session secret of functions under test' };

/** The service ends an invocation after this time, and a stream with it: it does not hear of a client that has left. */
const timeoutMs = 10_000;
/** Each takes one request at a time; those with streams that nobody reads any more are busy for the time of an invocation. */
const maxInstances = 16;

interface Served {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Builds the project as a function and serves it, in the runtime of its platform. */
export async function serveFunction({ sharesSessions, target }: FunctionLeg): Promise<Served> {
  const out = await buildTarget(copyWithOptions(sharesSessions ? sharedState : tasksOnly), target);
  const redis = await startRedis();
  const given = { ...variables, REDIS_URL: `redis://127.0.0.1:${redis.port}` };
  const served = target === 'serverless_a' ? await bootOutput(join(out, '.vercel/output'), given) : await bootInstances(out, given);
  return {
    origin: `http://localhost:${served.port}`,
    stop: async () => {
      await served.stop();
      await redis.remove();
    },
  };
}

/**
 * All instances have started and answered before the suite asks: it waits half a second for the first message of a stream, and a cold start, also one
 * of an instance beside it, takes longer on a busy machine.
 */
async function bootInstances(folder: string, variables: Readonly<Record<string, string>>): ReturnType<typeof bootFunction> {
  const bundle = join(folder, 'handler.cjs');
  const counts = { concurrency: maxInstances, ready: maxInstances };
  const booted = await bootFunction({ bundle, gateway: 'function-url', exported: 'stream', variables, timeoutMs, ...counts });
  const { port } = booted;
  const ask = () => send({ port, method: 'GET', path: '/healthz', headers: { host: `localhost:${port}` } });
  await Promise.all(Array.from({ length: maxInstances }, ask));
  return booted;
}
