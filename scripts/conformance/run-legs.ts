import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildProject, buildWorker } from '../serving/build-project.ts';
import { newestNode } from '../serving/judges.ts';
import { serveBundle } from '../serving/serve-bundle.ts';
import { inParallel } from '../testing/section.ts';
import { bootWorker } from '../../test/support/boot/worker.ts';
import { startHttpKvProxy } from '../../test/support/http-kv-proxy.ts';
import { startRedis } from '../../test/support/redis-server.ts';
import { runClientLeg } from './client/run-client-leg.ts';
import { allLegs, authorizationLegs, clientLeg, fallenBehind, functionLegOf, isFetchLeg, legs, type LegNumbers } from './legs.ts';
import { conformanceProject, copyWithOptions } from './project.ts';
import { runAuthorizationLeg } from './run-authorization-leg.ts';
import { runLeg, type LegRun } from './run-leg.ts';
import { serveFunction } from './serve-function.ts';

const root = resolve(import.meta.dirname, '../..');

export interface LegOutcome {
  readonly name: string;
  readonly numbers: LegNumbers;
  /** Absent when the leg meets its expectation. */
  readonly problem?: string;
  readonly complaints: readonly string[];
  readonly log: string;
}

/** Builds fixtures/conformance and runs the named legs of the official suite against it, `width` at a time, each with its own server. */
export async function runLegs(names: readonly string[], width = 2): Promise<LegOutcome[]> {
  const expected = JSON.parse(readFileSync(join(conformanceProject, 'expected.json'), 'utf8')) as Record<string, LegNumbers>;
  const serve = await buildServers(names.filter((name) => name !== clientLeg && !(name in authorizationLegs)));
  return inParallel(names, width, async (name) => {
    const run = await runNamed(name, serve);
    const problem = fallenBehind(run.numbers, expected[name]);
    return { name, ...run, ...(problem === undefined ? {} : { problem }) };
  });
}

const results = join(root, '.service/conformance');

async function runNamed(name: string, serve: Serve): Promise<LegRun> {
  if (name === clientLeg) return runClientLeg(name, results);
  const authorization = authorizationLegs[name];
  if (authorization !== undefined) return runAuthorizationLeg({ name, args: authorization }, results);
  const args = legs[name];
  if (!args) throw new Error(`no leg ${name}; legs: ${allLegs().join(', ')}`);
  const served = await serve(name);
  try {
    // localhost, not 127.0.0.1: the rebinding scenario refuses to judge any other name.
    return await runLeg({ name, args }, `${served.origin}/mcp`, results);
  } finally {
    await served.stop();
  }
}

type Serve = (name: string) => Promise<{ readonly origin: string; stop(): Promise<void> }>;

/** Builds what the named legs need, each target once; the result serves a leg. */
async function buildServers(names: readonly string[]): Promise<Serve> {
  const node = names.every((name) => isFetchLeg(name) || functionLegOf(name) !== undefined)
    ? undefined
    : await buildProject(conformanceProject);
  const worker = names.some(isFetchLeg) ? await buildTaskWorker() : undefined;
  return (name) => {
    const functionLeg = functionLegOf(name);
    if (functionLeg !== undefined) return serveFunction(functionLeg);
    if (worker !== undefined && isFetchLeg(name)) return serveTaskWorker(worker);
    if (node === undefined) throw new Error(`leg ${name} was not built`);
    return serveBundle({ bundle: node.bundle, node: newestNode() });
  };
}

/** The project as a worker; there its tasks are kept in a store, as background work of a worker has to be. */
const buildTaskWorker = (): Promise<string> =>
  buildWorker(copyWithOptions("  tasks: { redis: { provider: 'http-kv' } },\n  transport: { eventStore: { enabled: true } },\n"));

async function serveTaskWorker(bundle: string): ReturnType<Serve> {
  const redis = await startRedis();
  const proxy = await startHttpKvProxy(redis.port, 'token of the key-value store');
  const store = { KV_REST_API_URL: proxy.url, KV_REST_API_TOKEN: 'token of the key-value store' };
  // A worker checks host names only once it is told which are its own.
  const worker = await bootWorker({ bundle, vars: { SERVICE_ALLOWED_HOSTS: 'localhost', ...store } });
  return {
    origin: worker.origin,
    stop: async () => {
      await worker.stop();
      await proxy.close();
      await redis.remove();
    },
  };
}
