/* Tasks in a store: seen, steered and ended from every instance of a built bundle, on Node and on workerd. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootHttp } from '../support/boot/node.ts';
import type { HttpBoot } from '../support/boot/node.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { startHttpKvProxy } from '../support/http-kv-proxy.ts';
import { sqliteNode } from '../support/newer-node.ts';
import { startRedis } from '../support/redis-server.ts';
import type { RedisServer } from '../support/redis-server.ts';
import { modernRequest, send } from '../support/wire-client.ts';

const test = suite<{ redis: RedisServer; shared: Built }>('tasks in a store');

interface Built {
  readonly folder: string;
  remove(): void;
}
interface Task {
  readonly taskId: string;
  readonly status: string;
  readonly result?: { readonly content: readonly { readonly text: string }[] };
  readonly error?: { readonly code: number; readonly message: string };
  readonly inputRequests?: object;
}

const source = (options: string): string => `
  import { Service, tool } from '@service/sdk';
  import { z } from 'zod';
  const optional = { taskSupport: 'optional' } as const;
  const quick = tool({ name: 'quick', description: 'At once.', execution: optional })(() => 'done');
  const ask = tool({ name: 'ask', description: 'Asks.', execution: optional })(async (_input, ctx) => {
    const { content } = await ctx.elicit('Name?', { name: z.string() }, { key: 'who' });
    return 'hello ' + (content?.name ?? 'nobody');
  });
  const wait = tool({ name: 'wait', description: 'Runs until it is cancelled.', execution: optional })((_input, ctx) =>
    new Promise<string>((resolve) => {
      ctx.signal.addEventListener('abort', () => {
        console.error('WAIT WAS ABORTED');
        resolve('aborted');
      });
    }),
  );
  @Service({ info: { name: 'shared', version: '1.4.0' }, tools: [quick, ask, wait], ${options} })
  export default class SharedServer {}
`;

async function buildNode(options: string): Promise<Built> {
  const project = copyFixture('shared', { 'src/main.ts': source(options) });
  const request = requestOf(project.root, 'shared');
  const { result } = await bundleOf(request);
  const folder = join(project.root, 'dist', 'node');
  await writeOutput(request, result, folder);
  return { folder, remove: project.remove };
}

const meta = {
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } },
};

/** A request of a client that knows tasks. */
async function ask(at: { readonly url: string }, method: string, params: Record<string, unknown>) {
  const { pathname: path, port } = new URL(at.url);
  const name = params['taskId'] ?? params['name'];
  const request = modernRequest(method, params, { meta, headers: { 'mcp-name': String(name) } });
  const answer = await send({ port: Number(port), path, ...request });
  return { status: answer.status, ...(JSON.parse(answer.text) as { result: Task; error: { code: number; message: string } }) };
}
const begin = async (at: { readonly url: string }, name: string): Promise<string> => {
  const { error, result } = await ask(at, 'tools/call', { name, arguments: {} });
  assert.ok(result, JSON.stringify(error));
  return result.taskId;
};

/** Looks until the task is as it is waited for; the runner of the tests ends one that never is. */
async function until(at: { readonly url: string }, taskId: string, status: string): Promise<Task> {
  for (;;) {
    const { error, result } = await ask(at, 'tasks/get', { taskId });
    assert.ok(result, JSON.stringify(error));
    if (result.status === status) return result;
    assert.ok(['working', 'input_required'].includes(result.status), JSON.stringify(result));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const textOf = (task: Task): string => task.result?.content[0]?.text ?? '';

async function untilSaid(boot: HttpBoot, text: string): Promise<void> {
  while (!boot.output.stderr.includes(text)) await new Promise((resolve) => setImmediate(resolve));
}

test.before(async (context) => {
  context.redis = await startRedis();
  context.shared = await buildNode(`tasks: { redis: {}, defaultPollIntervalMs: 50, maxConcurrentPerSession: 2 }`);
});
test.after(async ({ redis, shared }) => {
  await redis.remove();
  shared.remove();
});

const bootShared = ({ redis, shared }: { redis: RedisServer; shared: Built }): Promise<HttpBoot> =>
  bootHttp({ folder: shared.folder, name: 'shared', env: { REDIS_URL: `redis://127.0.0.1:${redis.port}` } });

test('[S5.6.tasks.shared] a task of one instance is looked at, answered and cancelled on another', async (context) => {
  const [a, b] = [await bootShared(context), await bootShared(context)];
  const done = await begin(a, 'quick');
  assert.match(textOf(await until(b, done, 'completed')), 'done');
  const asking = await begin(a, 'ask');
  assert.equal(Object.keys((await until(b, asking, 'input_required')).inputRequests ?? {}), ['who']);
  await ask(b, 'tasks/update', { taskId: asking, inputResponses: { who: { action: 'accept', content: { name: 'Ann' } } } });
  assert.match(textOf(await until(b, asking, 'completed')), 'hello Ann');
  const waiting = await begin(a, 'wait');
  await until(b, waiting, 'working');
  await ask(b, 'tasks/cancel', { taskId: waiting });
  await untilSaid(a, 'WAIT WAS ABORTED');
  assert.is((await ask(a, 'tasks/get', { taskId: waiting })).result.status, 'cancelled');
  await Promise.all([a.stop(), b.stop()]);
});

test('[S5.6.tasks.shared] a finished task outlives its instance; what an instance ran when it ended has failed', async (context) => {
  const [a, b] = [await bootShared(context), await bootShared(context)];
  const done = await begin(a, 'quick');
  await until(a, done, 'completed');
  const waiting = await begin(a, 'wait');
  await a.stop();
  assert.match(textOf(await until(b, done, 'completed')), 'done');
  const failed = await until(b, waiting, 'failed');
  assert.match(failed.error?.message ?? '', 'The server stopped while the task was running');
  await b.stop();
});

test('[S5.6.tasks.shared] the unfinished tasks of a caller are counted over all instances', async (context) => {
  const [a, b] = [await bootShared(context), await bootShared(context)];
  const running = [await begin(a, 'wait'), await begin(b, 'wait')];
  const refused = await ask(b, 'tools/call', { name: 'quick', arguments: {} });
  assert.match(JSON.stringify(refused), 'At most 2 tasks of one caller run at once');
  await ask(a, 'tasks/cancel', { taskId: running[1] });
  await until(a, await begin(b, 'quick'), 'completed');
  await Promise.all([a.stop(), b.stop()]);
});

test('[S5.6.tasks.prefix] keys begin with mcp:task:, and other keys of the store are no tasks', async (context) => {
  const a = await bootShared(context);
  const taskId = await begin(a, 'quick');
  await until(a, taskId, 'completed');
  const { createClient } = await import('@redis/client');
  const client = createClient({ socket: { host: '127.0.0.1', port: context.redis.port } });
  await client.connect();
  const keys = await client.keys('*');
  assert.ok(keys.includes(`mcp:task:shared@:${taskId}`), keys.join());
  for (const key of keys.filter((found) => !found.includes(taskId))) {
    const { error, result } = await ask(a, 'tasks/get', { taskId: key.replace('mcp:task:shared@:', '') });
    if (result === undefined) assert.is(error.code, -32602);
    else assert.ok(result.taskId);
  }
  // The sign of life of an instance that was killed ends; what it ran has then failed.
  const waiting = await begin(a, 'wait');
  await a.stop('SIGKILL');
  await client.del(keys.filter((key) => key.startsWith('mcp:task:shared@:alive:')));
  const b = await bootShared(context);
  const abandoned = await until(b, waiting, 'failed');
  assert.is(abandoned.error?.message, 'The instance that ran the task has ended');
  await client.close();
  await b.stop();
});

test('[S5.6.tasks.common] the store of the server keeps tasks without a store of their own', async ({ redis }) => {
  const built = await buildNode(`redis: {}, tasks: { keyPrefix: 'unused:' }`);
  const env = { REDIS_URL: `redis://127.0.0.1:${redis.port}`, MCP_SESSION_SECRET: 'one secret for every instance of it' };
  const boot = () => bootHttp({ folder: built.folder, name: 'shared', env });
  const a = await boot();
  const done = await begin(a, 'quick');
  await until(a, done, 'completed');
  await a.stop();
  const b = await boot();
  await until(b, done, 'completed');
  await b.stop();
  built.remove();
});

test('[S5.6.tasks.sqlite] tasks.sqlite keeps finished tasks across restarts of one machine', async () => {
  const built = await buildNode(`tasks: { sqlite: { path: process.env['DATABASE'] ?? 'tasks.db' } }`);
  const data = mkdtempSync(join(tmpdir(), 'service-tasks-'));
  const boot = () => bootHttp({ folder: built.folder, name: 'shared', node: sqliteNode(), env: { DATABASE: join(data, 'tasks.db') } });
  const a = await boot();
  const done = await begin(a, 'quick');
  await until(a, done, 'completed');
  await a.stop();
  const b = await boot();
  assert.match(textOf(await until(b, done, 'completed')), 'done');
  await b.stop();
  built.remove();
  rmSync(data, { recursive: true, force: true });
});

test('[S5.6.tasks.worker] on workerd tasks.redis behind HTTP keeps tasks: another isolate shows, answers and cancels them', async ({
  redis,
}) => {
  const project = copyFixture('shared', {
    'src/main.ts': source(`tasks: { enabled: true, redis: { provider: 'http-kv' }, defaultPollIntervalMs: 50 }`),
  });
  const request = requestOf(project.root, 'shared');
  const { result } = await bundleOf(request, workerTarget);
  const folder = join(project.root, 'dist', 'worker');
  await writeOutput(request, result, folder);
  const proxy = await startHttpKvProxy(redis.port, 'token');
  const boot = () => bootWorker({ bundle: join(folder, 'index.js'), vars: { KV_REST_API_URL: proxy.url, KV_REST_API_TOKEN: 'token' } });
  const workers = [await boot(), await boot()];
  const [a, b] = workers.map(({ origin }) => ({ url: `http://127.0.0.1:${new URL(origin).port}/mcp` }));
  assert.ok(a !== undefined && b !== undefined);
  const done = await begin(a, 'quick');
  assert.match(textOf(await until(b, done, 'completed')), 'done');
  const asking = await begin(a, 'ask');
  await until(b, asking, 'input_required');
  await ask(b, 'tasks/update', { taskId: asking, inputResponses: { who: { action: 'accept', content: { name: 'Ann' } } } });
  assert.match(textOf(await until(b, asking, 'completed')), 'hello Ann');
  const waiting = await begin(a, 'wait');
  await ask(b, 'tasks/cancel', { taskId: waiting });
  assert.is((await until(a, waiting, 'cancelled')).status, 'cancelled');
  await Promise.all(workers.map((worker) => worker.stop()));
  await proxy.close();
  project.remove();
});

test('[S5.6.tasks.worker.store] on workerd without a store for tasks, such a tool answers when its work is done, and the build warns', async () => {
  const project = copyFixture('shared', { 'src/main.ts': source('') });
  const request = requestOf(project.root, 'shared');
  const { report, result } = await bundleOf(request, workerTarget);
  const warned = result.diagnostics.filter((found) => found.code === 'task-store-missing');
  assert.ok(warned.some(({ message }) => message === '[--target worker] tool "quick" runs without tasks: tasks.redis is not set'));
  assert.equal(
    report.features.filter(({ name }) => name.includes('tasks')),
    [],
  );
  const folder = join(project.root, 'dist', 'worker');
  await writeOutput(request, result, folder);
  const worker = await bootWorker({ bundle: join(folder, 'index.js') });
  const url = `http://127.0.0.1:${new URL(worker.origin).port}/mcp`;
  const called = await ask({ url }, 'tools/call', { name: 'quick', arguments: {} });
  assert.match(JSON.stringify(called), '"structuredContent":{"value":"done"}');
  assert.is((await ask({ url }, 'tasks/get', { taskId: 'x' })).error?.code, -32601);
  await worker.stop();
  project.remove();
});

test.run();
