import { readFileSync } from 'node:fs';
import { childrenOfThis, cpuSecondsOf, residentOf, startServer } from '../servers/process.ts';
import { bootWorker } from '../../test/support/boot/worker.ts';
import { copyFixture } from '../../test/support/compile.ts';
import { startRedis } from '../../test/support/redis-server.ts';
import { buildProject, buildWorker } from '../../scripts/serving/build-project.ts';
import { freePort } from '../../scripts/serving/free-port.ts';
import { callIn, openSessions, type GrowthRow, type GrowthRun } from './load.ts';

const calls = 4000;
const secret = 'the session secret of servers that are measured';

/** What holds sessions while they are counted. */
export interface Grown {
  readonly port: number;
  /** CPU seconds so far. */
  cpuSeconds(): number;
  /** Megabytes. */
  residentMegabytes(): number;
  stop(): Promise<void>;
}

interface Store {
  readonly name: string;
  /** One process refuses more than 96 MiB of sessions; workerd has three open files for each object in use, and 10,000 are asked by `npm run chaos -- --only objects`. */
  readonly most: number;
  readonly start: () => Promise<Grown>;
}

/** CPU and memory of a call, and of the process, beside the sessions that are open. */
export async function growSessions({ quick }: GrowthRun): Promise<readonly GrowthRow[]> {
  const rows: GrowthRow[] = [];
  const made = quick ? 20 : calls;
  for (const { most, name, start } of await buildStores())
    for (const sessions of quick ? [1] : [1, 1000, 5000, 10_000, 40_000].filter((count) => count <= most)) {
      const server = await start();
      try {
        const ids = await openSessions(server.port, sessions);
        await callIn(server.port, ids, made);
        const before = server.cpuSeconds();
        await callIn(server.port, ids, made);
        const cpu = server.cpuSeconds() - before;
        const row = {
          'sessions in': name,
          sessions,
          'CPU a call, µs': Math.round((cpu / made) * 1e6),
          'memory, MB': Math.round(server.residentMegabytes()),
        };
        rows.push(row);
        process.stderr.write(`${JSON.stringify(row)}\n`); // the next one may fail, minutes later
      } finally {
        await server.stop();
      }
    }
  return rows;
}

async function buildStores(): Promise<readonly Store[]> {
  const memory = await buildProject(copyOf({}));
  const redis = await buildProject(withOptions('redis: {}'));
  const oneObject = await buildWorker(withOptions("redis: { provider: 'durable-object' }"));
  const ownObjects = await buildWorker(withOptions('sessions: {}'));
  return [
    { name: 'memory', most: 40_000, start: () => startNode(memory.bundle) },
    { name: 'Redis', most: 40_000, start: () => startWithRedis(redis.bundle) },
    { name: 'one Durable Object', most: 10_000, start: () => startWorker(oneObject, { SERVICE_STORE: 'ServiceStore' }) },
    { name: 'a Durable Object each', most: 1000, start: () => startWorker(ownObjects, { SERVICE_SESSIONS: 'SessionDurableObject' }) },
  ];
}

function copyOf(change: Readonly<Record<string, string>>): string {
  const copy = copyFixture('calculator', change);
  process.once('exit', copy.remove);
  return copy.root;
}

/** The calculator with more options. */
export function withOptions(options: string): string {
  const main = readFileSync(new URL('../../fixtures/calculator/src/main.ts', import.meta.url), 'utf8');
  return copyOf({ 'src/main.ts': main.replace('apps: [Calculator] }', `apps: [Calculator], ${options} }`) });
}

export async function startNode(bundle: string, env: Readonly<Record<string, string>> = {}): Promise<Grown> {
  const command = { line: [process.execPath, bundle], env: { MCP_SESSION_SECRET: secret, ...env } };
  return startServer(command, await freePort());
}

async function startWithRedis(bundle: string): Promise<Grown> {
  const redis = await startRedis();
  const server = await startNode(bundle, { REDIS_URL: `redis://127.0.0.1:${redis.port}` });
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await redis.remove();
    },
  };
}

async function startWorker(bundle: string, objects: Readonly<Record<string, string>>): Promise<Grown> {
  const others = childrenOfThis();
  const worker = await bootWorker({ bundle, vars: { MCP_SESSION_SECRET: secret }, objects });
  const [pid] = childrenOfThis().filter((one) => !others.includes(one));
  if (pid === undefined) throw new Error('the worker runtime has no process');
  return {
    port: Number(new URL(worker.origin).port),
    cpuSeconds: () => cpuSecondsOf(pid),
    residentMegabytes: () => residentOf(pid),
    stop: () => worker.stop(),
  };
}
