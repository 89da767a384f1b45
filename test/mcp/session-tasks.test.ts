/* Tasks of 2025-11-25 from built bundles, on Node and on workerd, as the official clients use them and as bare requests. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { judgeModule } from '../../scripts/serving/judges.ts';
import { writeOutput } from '../../src/compiler/index.ts';
import type { Target } from '../../src/compiler/target.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootHttp } from '../support/boot/node.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { startHttpKvProxy } from '../support/http-kv-proxy.ts';
import { startRedis } from '../support/redis-server.ts';
import { initializeBody, legacyBody, legacyHeaders, openStream, send, type WireStream } from '../support/wire-client.ts';

interface Served {
  readonly url: string;
  readonly code: string;
  stop(): Promise<void>;
}
const test = suite<{ node: Served; worker: Served }>('tasks of 2025-11-25');

const source = (options: string): string => `
  import { Service, tool } from '@service/sdk';
  import { z } from 'zod';
  const optional = { taskSupport: 'optional' } as const;
  const quick = tool({ name: 'quick', description: 'At once.', outputSchema: { sum: z.number() }, execution: optional })(async () => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return { sum: 3 };
  });
  const plain = tool({ name: 'plain', description: 'Never a task.' })(() => 'plain');
  const must = tool({ name: 'must', description: 'Only as a task.', execution: { taskSupport: 'required' } })(() => 'done');
  const broken = tool({ name: 'broken', description: 'Reports an error.', execution: optional })(() => { throw new Error('inner'); });
  const ask = tool({ name: 'ask', description: 'Asks.', execution: optional })(async (_input, ctx) => {
    const { action, content } = await ctx.elicit('Name?', { name: z.string() }, { key: 'who' });
    return 'hello ' + (content?.name ?? action);
  });
  const wait = tool({ name: 'wait', description: 'Runs until it is cancelled.', execution: optional })((_input, ctx) =>
    new Promise<string>((resolve) => ctx.signal.addEventListener('abort', () => resolve('aborted'))),
  );
  @Service({ info: { name: 'shared', version: '1.4.0' }, tools: [quick, plain, must, broken, ask, wait], ${options} })
  export default class TaskServer {}
`;

async function buildFor(target: Target, options: string) {
  const project = copyFixture('shared', { 'src/main.ts': source(options) });
  const request = requestOf(project.root, 'shared');
  const { code, result } = await bundleOf(request, target);
  const folder = join(project.root, 'dist', target.name);
  await writeOutput(request, result, folder);
  return { folder, code, remove: project.remove };
}

async function serveNode(): Promise<Served> {
  const built = await buildFor(nodeTarget, 'tasks: { defaultPollIntervalMs: 20, maxTtlMs: 7_200_000 }');
  const server = await bootHttp({ folder: built.folder, name: 'shared' });
  const stop = async (): Promise<void> => {
    await server.stop();
    built.remove();
  };
  return { url: server.url, code: built.code, stop };
}

async function serveWorker(): Promise<Served> {
  const options = `tasks: { enabled: true, redis: { provider: 'http-kv' }, defaultPollIntervalMs: 20 }`;
  const [built, redis] = await Promise.all([buildFor(workerTarget, options), startRedis()]);
  const proxy = await startHttpKvProxy(redis.port, 'token');
  const vars = { KV_REST_API_URL: proxy.url, KV_REST_API_TOKEN: 'token' };
  const worker = await bootWorker({ bundle: join(built.folder, 'index.js'), vars });
  const stop = async (): Promise<void> => {
    await worker.stop();
    await proxy.close();
    await redis.remove();
    built.remove();
  };
  return { url: `http://127.0.0.1:${new URL(worker.origin).port}/mcp`, code: built.code, stop };
}

test.before(async (context) => {
  const [node, worker] = await Promise.all([serveNode(), serveWorker()]);
  Object.assign(context, { node, worker });
});
test.after(async ({ node, worker }) => {
  await Promise.all([node.stop(), worker.stop()]);
});

interface StreamedMessage {
  readonly type: 'taskCreated' | 'taskStatus' | 'result' | 'error';
  readonly task?: { readonly taskId: string; readonly status: string };
  readonly result?: object;
  readonly error?: Error;
}

/** What is used of the experimental API of the official clients. */
interface TaskClient {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  listTools(): Promise<object>;
  setRequestHandler(schema: unknown, handler: (request: { params: { message: string; _meta?: object } }) => object): void;
  readonly experimental: {
    readonly tasks: {
      callToolStream(params: object): AsyncIterable<StreamedMessage>;
      listTasks(): Promise<{ readonly tasks: readonly { readonly taskId: string; readonly status: string }[] }>;
      getTask(id: string): Promise<{ readonly status: string }>;
      cancelTask(id: string): Promise<{ readonly status: string }>;
    };
  };
}

async function connect(sdk: string, { url }: Served): Promise<TaskClient> {
  const folder = `${sdk}/dist/esm`;
  const { Client } = (await judgeModule(`${folder}/client/index.js`)) as { Client: new (info: object, options: object) => TaskClient };
  const { StreamableHTTPClientTransport: Transport } = (await judgeModule(`${folder}/client/streamableHttp.js`)) as {
    StreamableHTTPClientTransport: new (url: URL) => object;
  };
  const { ElicitRequestSchema } = (await judgeModule(`${folder}/types.js`)) as { ElicitRequestSchema: unknown };
  const client = new Client({ name: 'judge', version: '1' }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({
    action: 'accept',
    content: { name: `${params.message} ${Object.keys(params._meta ?? {}).join()}` },
  }));
  await client.connect(new Transport(new URL(url)));
  // Their callToolStream makes tasks of the tools that a list has shown as such.
  await client.listTools();
  return client;
}

async function callToEnd(client: TaskClient, name: string): Promise<{ types: string[]; last: StreamedMessage }> {
  const messages: StreamedMessage[] = [];
  for await (const message of client.experimental.tasks.callToolStream({ name, arguments: {} })) messages.push(message);
  const last = messages.at(-1);
  if (last === undefined) throw new Error('the stream was empty');
  return { types: [...new Set(messages.map(({ type }) => type))], last };
}

for (const sdk of ['sdk-1.24', '@modelcontextprotocol/sdk'])
  for (const target of ['node', 'worker'] as const)
    test(`[MCP25.tasks.client] ${sdk} on ${target}: callToolStream gets results, errors and questions of tasks`, async (context) => {
      const client = await connect(sdk, context[target]);
      const quick = await callToEnd(client, 'quick');

      assert.equal(quick.types, ['taskCreated', 'taskStatus', 'result']);
      assert.match(JSON.stringify(quick.last.result), '"structuredContent":{"sum":3}');
      assert.match(JSON.stringify(quick.last.result), /related-task":\{"taskId":"[\w-]{32,}"\}/);
      assert.equal((await callToEnd(client, 'must')).types, ['taskCreated', 'taskStatus', 'result']);
      assert.equal((await callToEnd(client, 'broken')).types, ['taskCreated', 'taskStatus', 'error']);
      const asked = JSON.stringify((await callToEnd(client, 'ask')).last.result);
      assert.match(asked, 'hello Name? io.modelcontextprotocol/related-task');
      for await (const { task, type } of client.experimental.tasks.callToolStream({ name: 'wait', arguments: {} })) {
        if (type !== 'taskCreated' || task === undefined) continue;
        assert.is((await client.experimental.tasks.cancelTask(task.taskId)).status, 'cancelled');
      }
      const { tasks } = await client.experimental.tasks.listTasks();
      assert.equal(tasks.map(({ status }) => status).toSorted(), ['cancelled', 'completed', 'completed', 'completed', 'failed']);
      await client.close();
    });

/** A session as bare requests. */
async function openSession({ url }: Served, version = '2025-11-25') {
  const { pathname: path, port: text } = new URL(url);
  const port = Number(text);
  const opened = await send({ port, path, headers: legacyHeaders, body: initializeBody(version, { elicitation: {} }) });
  const headers = { ...legacyHeaders, 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  let id = 0;
  const stream = (method: string, params: object): Promise<WireStream> =>
    openStream({ port, path, headers, body: legacyBody(method, { ...params }, ++id) });
  return {
    opened: opened.text,
    port,
    path,
    headers,
    stream,
    ask: async (method: string, params: object): Promise<Answered> => {
      const { text } = await send({ port, path, headers, body: legacyBody(method, { ...params }, ++id) });
      return JSON.parse(text) as Answered;
    },
  };
}

interface Answered {
  readonly result: { readonly task: TaskOnWire; readonly tasks: readonly TaskOnWire[]; readonly [key: string]: unknown };
  readonly error: { readonly code: number; readonly message: string; readonly data?: { readonly code?: string } };
}
interface TaskOnWire {
  readonly taskId: string;
  readonly status: string;
  readonly ttl: number;
}

test('[MCP25.tasks.capability] initialize of 2025-11-25 lists tasks, earlier revisions and server/discover do not', async ({ node }) => {
  const session = await openSession(node);
  assert.match(session.opened, '"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}');
  const older = await openSession(node, '2025-06-18');
  assert.not.match(older.opened, '"tasks"');
  assert.is((await older.ask('tasks/list', {})).error.code, -32601);
  assert.match(JSON.stringify((await older.ask('tools/call', { name: 'quick', arguments: {}, task: {} })).result), '"sum":3');
});

test('[MCP25.tasks.create] a task has what 2025-11-25 says of it; its ttl is the wanted one up to the maximum', async ({ node }) => {
  const { ask } = await openSession(node);
  const { result } = await ask('tools/call', { name: 'quick', arguments: {}, task: { ttl: 60_000 } });
  assert.equal(Object.keys(result), ['task']);
  assert.equal(Object.keys(result.task), ['taskId', 'status', 'createdAt', 'lastUpdatedAt', 'ttl', 'pollInterval']);
  assert.equal([result.task.status, result.task.ttl], ['working', 60_000]);
  assert.is((await ask('tools/call', { name: 'quick', arguments: {}, task: { ttl: 1e12 } })).result.task.ttl, 7_200_000);
  assert.is((await ask('tools/call', { name: 'quick', arguments: {}, task: {} })).result.task.ttl, 3_600_000);
  for (const task of ['now', { ttl: 'long' }, { ttl: 0 }, null])
    assert.is((await ask('tools/call', { name: 'quick', arguments: {}, task })).error.code, -32602);
});

test('[MCP25.tasks.support] a tool without tasks refuses one, a tool that needs a task refuses a plain call', async ({ node }) => {
  const { ask } = await openSession(node);
  const refused = await ask('tools/call', { name: 'plain', arguments: {}, task: {} });
  assert.equal([refused.error.code, refused.error.data?.code], [-32601, 'TASK_AUGMENTATION_NOT_SUPPORTED']);
  const needed = await ask('tools/call', { name: 'must', arguments: {} });
  assert.equal([needed.error.code, needed.error.data?.code], [-32601, 'TASK_AUGMENTATION_REQUIRED']);
  assert.is((await ask('tools/call', { name: 'nothing', arguments: {}, task: {} })).error.code, -32602);
});

test('[MCP25.tasks.ended] an ended task is not cancelled again, and a cancelled one has no result', async ({ node }) => {
  const { ask } = await openSession(node);
  const { taskId } = (await ask('tools/call', { name: 'wait', arguments: {}, task: {} })).result.task;
  assert.is((await ask('tasks/cancel', { taskId })).result['status'], 'cancelled');
  assert.is((await ask('tasks/get', { taskId })).result['status'], 'cancelled');
  const again = await ask('tasks/cancel', { taskId });
  assert.equal([again.error.code, again.error.data?.code], [-32602, 'TASK_ALREADY_TERMINAL']);
  assert.is((await ask('tasks/result', { taskId })).error.code, -32602);
});

test('[MCP25.tasks.owner] another session of anonymous callers lists nothing, and a made-up id is unknown', async ({ node }) => {
  const [mine, theirs] = [await openSession(node), await openSession(node)];
  await mine.ask('tools/call', { name: 'quick', arguments: {}, task: {} });
  assert.is((await mine.ask('tasks/list', {})).result.tasks.length, 1);
  assert.equal((await theirs.ask('tasks/list', {})).result.tasks, []);
  assert.is((await theirs.ask('tasks/list', { cursor: 'x' })).error.code, -32602);
  for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel'])
    assert.equal((await mine.ask(method, { taskId: 'made-up' })).error.data?.code, 'TASK_NOT_FOUND');
});

test('[MCP25.tasks.status] the stream of the session gets each status of its tasks', async ({ node }) => {
  const session = await openSession(node);
  const { headers, path, port } = session;
  const background = await openStream({ port, path, headers, method: 'GET' });
  const { taskId } = (await session.ask('tools/call', { name: 'wait', arguments: {}, task: {} })).result.task;
  await session.ask('tasks/cancel', { taskId });
  const told = await background.next();
  assert.is(told?.['method'], 'notifications/tasks/status');
  assert.match(JSON.stringify(told?.['params']), `{"taskId":"${taskId}","status":"cancelled"`);
  background.close();
});

test('[MCP25.tasks.refused] a question that the client answers with an error fails in the tool, not for ever', async ({ node }) => {
  const session = await openSession(node);
  const { taskId } = (await session.ask('tools/call', { name: 'ask', arguments: {}, task: {} })).result.task;
  const result = await session.stream('tasks/result', { taskId });
  const question = await result.next();
  assert.is(question?.['method'], 'elicitation/create');
  const { headers, path, port } = session;
  const body = JSON.stringify({ jsonrpc: '2.0', id: question?.['id'], error: { code: -1, message: 'no screen' } });
  assert.is((await send({ port, path, headers, body })).status, 202);
  assert.match(JSON.stringify(await result.next()), 'The client answered elicitation/create with error -1: no screen');
});

test.run();
