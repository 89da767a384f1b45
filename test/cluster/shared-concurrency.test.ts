/* How many calls run at once, of all instances together: built servers on a real Redis. */
import { request as openRequest } from 'node:http';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import type { Target } from '../../src/compiler/target.ts';
import { distributedTarget } from '../../src/targets/distributed/target.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootHttp } from '../support/boot/node.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { startGate } from '../support/gate.ts';
import type { Gate } from '../support/gate.ts';
import { textOf } from '../support/guarded.ts';
import { startHttpKvProxy } from '../support/http-kv-proxy.ts';
import { startRedis } from '../support/redis-server.ts';
import type { RedisServer } from '../support/redis-server.ts';
import { modernRequest, send } from '../support/wire-client.ts';
import type { WireAnswer } from '../support/wire-client.ts';

/** The gate is named by the caller: a bundle for workers sees no variables of a process. */
const mainWith = (options: string): string =>
  `
import { Service, tool } from '@service/sdk';
import { z } from 'zod';
const inside = (name: string) => async ({ gate }: { gate: string }) => {
  await (await fetch(gate + '/' + name)).text();
  return { ran: name };
};
const one = tool({ name: 'one', description: 'Alone.', inputSchema: { gate: z.string() }, concurrency: { maxConcurrent: 1 } })(inside('one'));
const queued = tool({
  name: 'queued', description: 'Waits.', inputSchema: { gate: z.string() }, concurrency: { maxConcurrent: 1, queueTimeoutMs: 600_000, partitionBy: 'ip' },
})(inside('queued'));
const brief = tool({
  name: 'brief', description: 'Waits a moment.', inputSchema: { gate: z.string() }, concurrency: { maxConcurrent: 1, queueTimeoutMs: 50, partitionBy: 'userId' },
})(inside('brief'));
const three = tool({
  name: 'three', description: 'Three at once.', inputSchema: { gate: z.string() }, concurrency: { maxConcurrent: 3, queueTimeoutMs: 600_000 },
})(inside('three'));
const timed = tool({
  name: 'timed', description: 'Has a time.', inputSchema: { gate: z.string() }, concurrency: { maxConcurrent: 1 }, timeout: { executeMs: 500 },
})(inside('timed'));
const free = tool({ name: 'free', description: 'Has no limit.', inputSchema: { gate: z.string() } })(inside('free'));
@Service({ info: { name: 'shared', version: '1.4.0' }, tools: [one, queued, brief, three, timed, free], ${options} })
export default class Server {}
`;

const secret = { MCP_SESSION_SECRET: 'one secret for every instance of it' };

/** A project built for a target. */
class Built {
  readonly #project: ReturnType<typeof copyFixture>;

  constructor(options: string) {
    this.#project = copyFixture('shared', { 'src/main.ts': mainWith(options) });
  }

  async folderOf(target: Target): Promise<string> {
    const request = requestOf(this.#project.root, 'shared');
    const folder = join(this.#project.root, 'dist', target.name);
    await writeOutput(request, (await bundleOf(request, target)).result, folder);
    return folder;
  }

  remove(): void {
    this.#project.remove();
  }
}

interface Context {
  gate: Gate;
  redis: RedisServer;
  /** Ends what a test began, also one that fails. */
  ends: (() => Promise<unknown>)[];
}

const ofTools = new Built('throttle: { storage: { redis: {} } }');
const ofAll = new Built('redis: {}, throttle: { storage: { redis: {} }, globalConcurrency: { maxConcurrent: 1 } }');
const onHttp = new Built(
  "transport: { protocol: 'stateless-api' }, throttle: { storage: { redis: { provider: 'http-kv' } }, globalConcurrency: { maxConcurrent: 2, queueTimeoutMs: 60_000 } }",
);
let toolsFolder = '';

const test = suite<Context>('places that built instances share');
test.before(async () => {
  toolsFolder = await ofTools.folderOf(nodeTarget);
});
test.after(() => {
  for (const built of [ofTools, ofAll, onHttp]) built.remove();
});
test.before.each(async (context) => {
  context.gate = await startGate();
  context.redis = await startRedis();
  context.ends = [];
});
test.after.each(async ({ ends, gate, redis }) => {
  gate.open();
  for (const end of ends.reverse()) await end();
  gate.close();
  await redis.remove();
});

interface Server {
  readonly port: number;
  /** A call of 2026-07-28. */
  readonly call: (name: string) => Promise<WireAnswer>;
  /** Begins one and gives what makes its client leave. */
  readonly leave: (name: string) => () => void;
}

const isOf = (name: string, { text }: WireAnswer): boolean => text.includes(`"ran":"${name}"`);

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function serverAt(port: number, gate: Gate): Server {
  const requestFor = (name: string) => modernRequest('tools/call', { name, arguments: { gate: gate.url } });
  return {
    port,
    call: (name) => send({ port, path: '/mcp', ...requestFor(name) }),
    leave: (name) => {
      const { body, headers } = requestFor(name);
      const sent = openRequest({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers, agent: false });
      sent.on('error', () => undefined);
      sent.end(body);
      return () => void sent.destroy();
    },
  };
}

async function boot(
  { ends, gate, redis }: Context,
  folder = toolsFolder,
): Promise<Server & { stop(signal?: NodeJS.Signals): Promise<unknown> }> {
  const env = { ...secret, REDIS_URL: `redis://127.0.0.1:${redis.port}` };
  const booted = await bootHttp({ folder, name: 'shared', env });
  let stopped = false;
  const stop = async (signal?: NodeJS.Signals): Promise<void> => {
    if (stopped) return;
    stopped = true;
    await booted.stop(signal);
  };
  ends.push(stop);
  return { ...serverAt(Number(new URL(booted.url).port), gate), stop };
}

const two = async (context: Context) => [await boot(context), await boot(context)] as const;

/** Asks until nobody refuses; what it was refused with must be what is expected. */
/** As it is on the wire, with its quotes escaped. */
const limitReached = /Concurrency limit reached for \\"\w+\\" \(max: 1\)/;

async function untilServed(call: () => Promise<WireAnswer>, refused: RegExp | string): Promise<void> {
  for (;;) {
    const { text } = await call();
    if (text.includes('"ran":')) return;
    assert.match(text, refused);
    await turn();
  }
}

/** What the store holds of places. */
async function recordsIn({ redis }: Context): Promise<readonly string[]> {
  const client = createClient({ RESP: 2, socket: { host: '127.0.0.1', port: redis.port } });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return [...(await client.keys('mcp:guard:shared@:at-once:*'))].sort();
  } finally {
    await client.close();
  }
}

async function untilEmpty(context: Context): Promise<void> {
  while ((await recordsIn(context)).length > 0) await turn();
}

test('[S5.8.shared.concurrency] a tool that runs alone does so over two instances, and is refused as on one', async (context) => {
  const { gate } = context;
  const [a, b] = await two(context);
  const first = a.call('one');
  await gate.until(() => gate.inside.length === 1);
  for (const at of [a, b]) assert.is(textOf(await at.call('one')), 'Concurrency limit reached for "one" (max: 1)');
  assert.equal(await recordsIn(context), ['mcp:guard:shared@:at-once:tool:tool:shared/one:all']);
  gate.letGo();
  assert.ok(isOf('one', await first));
  const second = b.call('one');
  await gate.until(() => gate.inside.length === 1);
  assert.is(textOf(await a.call('one')), 'Concurrency limit reached for "one" (max: 1)');
  gate.letGo();
  await second;
  await untilEmpty(context);
});

test('[S5.8.shared.queue] a call that waits on one instance runs when the one on the other ends, by address; too long is QUEUE_TIMEOUT', async (context) => {
  const { gate } = context;
  const [a, b] = await two(context);
  const first = a.call('queued');
  await gate.until(() => gate.inside.length === 1);
  const second = b.call('queued');
  const held = a.call('brief');
  await gate.until(() => gate.inside.includes('brief'));
  const late = await b.call('brief');
  assert.is(textOf(late), 'No place became free within 50ms');
  assert.match(late.text, 'QUEUE_TIMEOUT');
  gate.letGo('queued');
  await first;
  await gate.until(() => gate.inside.includes('queued'));
  gate.letGo('queued');
  gate.letGo('brief');
  assert.ok(isOf('queued', await second));
  await held;
  await untilEmpty(context);
});

test('[S5.8.shared.ended] an instance that is killed keeps its places until its share is over, one that is stopped gives them back', async (context) => {
  const { gate } = context;
  const [a, b] = await two(context);
  void a.call('one').catch(() => undefined);
  await gate.until(() => gate.inside.length === 1);
  await a.stop('SIGKILL');
  gate.letGo();
  assert.is(textOf(await b.call('one')), 'Concurrency limit reached for "one" (max: 1)');
  gate.open();
  await untilServed(() => b.call('one'), limitReached);
  await untilEmpty(context);
});

test('[S5.8.shared.away] a store that is away admits no call; when it is back the counts are right again', async (context) => {
  const { gate, redis } = context;
  const [a, b] = await two(context);
  const first = a.call('one');
  await gate.until(() => gate.inside.length === 1);
  await redis.kill();
  assert.match((await b.call('one')).text, 'STORAGE_CONNECTION_ERROR');
  gate.letGo();
  await first;
  await redis.start();
  gate.open();
  for (const at of [b, a]) await untilServed(() => at.call('one'), new RegExp(`${limitReached.source}|STORAGE_CONNECTION_ERROR`));
  await untilEmpty(context);
});

test('[S5.8.shared.gone] a caller that leaves the queue takes no slot; one that leaves a running call frees its slot when the tool ends', async (context) => {
  const { gate } = context;
  const [a, b] = await two(context);
  const first = a.call('queued');
  await gate.until(() => gate.inside.length === 1);
  const leaveQueue = b.leave('queued');
  const share = async (): Promise<string> => JSON.stringify(await valuesIn(context));
  while (!(await share()).includes(',1]')) await turn();
  leaveQueue();
  while ((await share()).includes(',1]')) await turn();
  gate.letGo();
  await first;
  const leave = a.leave('one');
  await gate.until(() => gate.inside.includes('one'));
  leave();
  for (let time = 0; time < 5; time++) assert.is(textOf(await b.call('one')), 'Concurrency limit reached for "one" (max: 1)');
  gate.open();
  await untilServed(() => b.call('one'), limitReached);
  assert.equal(gate.seen.filter((name) => name === 'queued').length, 1, 'who left was not run');
  await untilEmpty(context);
});

test('[S5.8.places.settled] a tool that does not hear that its caller left keeps its place, no longer than its time', async (context) => {
  const { gate } = context;
  const a = await boot(context);
  const leave = a.leave('timed');
  await gate.until(() => gate.inside.length === 1);
  leave();
  // The first one is still inside when the next one comes in: its time was over.
  const next = untilEntered(a, gate, limitReached);
  await gate.until(() => gate.inside.length === 2);
  gate.open();
  await next;
});

async function untilEntered(at: Server, gate: Gate, refused: RegExp): Promise<void> {
  for (;;) {
    const { text } = await at.call('timed');
    if (gate.seen.length > 1) return;
    assert.match(text, refused);
  }
}

test('[S5.8.shared.many] of 200 calls to two instances no more than three run at once, all are answered, and the store is not overrun', async (context) => {
  const { gate } = context;
  gate.open();
  const [a, b] = await two(context);
  const before = await commandsOf(context);
  const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? a : b).call('three')));
  const commands = (await commandsOf(context)) - before;
  assert.ok(answers.every((answer) => isOf('three', answer)));
  assert.is(gate.seen.length, 200);
  assert.ok(gate.most <= 3, `${gate.most} at once`);
  // Each call by itself would take two, and each look of those who wait another two.
  assert.ok(commands < 1600, `${commands} commands`);
  await untilEmpty(context);
});

test('[S5.8.shared.global] globalConcurrency counts the requests of a node and of a distributed build together, and answers 503 without its store', async (context) => {
  const { gate, redis } = context;
  const a = await boot(context, await ofAll.folderOf(nodeTarget));
  const b = await boot(context, await ofAll.folderOf(distributedTarget));
  const first = a.call('free');
  await gate.until(() => gate.inside.length === 1);
  const refused = await b.call('free');
  assert.is(refused.status, 429);
  assert.is(refused.headers['retry-after'], '1');
  assert.match(refused.text, 'Too many requests at once. Retry after 1 seconds');
  const leave = b.leave('free');
  gate.letGo();
  assert.ok(isOf('free', await first));
  leave();
  await redis.kill();
  const away = await b.call('free');
  assert.is(away.status, 503, away.text);
  assert.match(String(away.headers['retry-after']), /^\d+$/);
  await redis.start();
  gate.open();
  for (const at of [a, b]) await untilServed(() => at.call('free'), /Too many requests|Service Unavailable/);
  await untilEmpty(context);
});

test('[S5.8.shared.stopped] a stopping instance gives back its slots', async (context) => {
  const { gate } = context;
  const [a, b] = await two(context);
  const leave = a.leave('one');
  await gate.until(() => gate.inside.length === 1);
  leave();
  await a.stop('SIGTERM');
  gate.open();
  assert.ok(isOf('one', await b.call('one')));
});

test('[S5.8.shared.worker] on workerd, over HTTP, two workers together stay within the limit, and what a client left is free again', async (context) => {
  const { ends, gate, redis } = context;
  const folder = await onHttp.folderOf(workerTarget);
  const proxy = await startHttpKvProxy(redis.port, 'token');
  ends.push(() => proxy.close());
  const vars = { KV_REST_API_URL: proxy.url, KV_REST_API_TOKEN: 'token' };
  const boots = [
    await bootWorker({ bundle: join(folder, 'index.js'), vars }),
    await bootWorker({ bundle: join(folder, 'index.js'), vars }),
  ];
  for (const booted of boots) ends.push(() => booted.stop());
  const servers = boots.map(({ origin }) => serverAt(Number(new URL(origin).port), gate));
  const [a, b] = servers as [Server, Server];
  const calls = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? a : b).call('free'));
  for (let count = 1; count <= 20; count++) {
    await gate.until(() => gate.seen.length >= count);
    gate.letGo();
  }
  const answers = await Promise.all(calls);
  assert.equal(
    answers.map((answer) => [answer.status, isOf('free', answer)]),
    Array.from({ length: 20 }, () => [200, true]),
  );
  assert.ok(gate.most <= 2, `${gate.most} at once`);
  await untilEmpty(context);
  const leaves = [a.leave('free'), b.leave('free')];
  await gate.until(() => gate.inside.length === 2);
  for (const leave of leaves) leave();
  gate.open();
  assert.ok(isOf('free', await a.call('free')));
  await untilEmpty(context);
});

async function commandsOf(context: Context): Promise<number> {
  const [info = ''] = await asking(context, ['INFO', 'stats']);
  return Number(/total_commands_processed:(\d+)/.exec(info)?.[1]);
}

const valuesIn = async (context: Context): Promise<readonly string[]> =>
  Promise.all((await recordsIn(context)).map(async (key) => (await asking(context, ['GET', key]))[0] ?? ''));

async function asking({ redis }: Context, command: readonly string[]): Promise<readonly string[]> {
  const client = createClient({ RESP: 2, socket: { host: '127.0.0.1', port: redis.port } });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const reply: unknown = await client.sendCommand([...command]);
    return [typeof reply === 'string' ? reply : ''];
  } finally {
    await client.close();
  }
}

test.run();
