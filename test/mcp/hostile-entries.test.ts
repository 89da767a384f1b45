/* Tools, resources and prompts that behave badly, in a built bundle on this Node: the server outlives them and says something useful. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { bootHttp, bootStdio, type HttpBoot } from '../support/boot/node.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';

const source = `
import { prompt, resource, Service, tool } from '@service/sdk';

const named = (name: string, handler: () => unknown) => tool({ name, description: name })(handler);
const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;
const thrower = (what: () => unknown) => () => {
  throw what();
};

@Service({
  info: { name: 'hostile', version: '1.0.0' },
  tools: [
    named('throws-null', thrower(() => null)),
    named('throws-unreadable', thrower(() => ({ toString: () => { throw new Error('again'); } }))),
    named('throws-getter', thrower(() => Object.defineProperty(new Error(), 'message', { get: () => { throw new Error('again'); } }))),
    named('throws-proxy', thrower(() => new Proxy({}, { getPrototypeOf: () => { throw new Error('again'); } }))),
    named('cycle', () => cycle),
    named('full-cycle', () => ({ content: [{ type: 'text', text: 'x' }], structuredContent: cycle })),
    named('full-bigint', () => ({ content: [{ type: 'text', text: 'x' }], structuredContent: { big: 1n } })),
    named('bigint', () => ({ big: 10n ** 30n })),
    named('getter', () => ({ get value() { throw new Error('no value'); } })),
    named('proxy', () => new Proxy({}, { ownKeys: () => { throw new Error('no keys'); } })),
    named('deep', () => {
      let value: unknown[] = [];
      for (let depth = 0; depth < 200_000; depth++) value = [value];
      return value;
    }),
    named('huge', () => 'x'.repeat(8_000_000)),
    named('throws-in-timer', () => {
      setImmediate(() => {
        throw new RangeError('the timer failed');
      });
      return 'done';
    }),
    named('rejects-later', () => {
      void Promise.reject(new Error('nobody awaits me'));
      return 'done';
    }),
    tool({ name: 'never', description: 'Never ends', timeout: { executeMs: 50 } })(() => new Promise(() => undefined)),
    tool({ name: 'inner', description: 'For entries', visibility: 'internal' })(() => 'inner value'),
  ],
  resources: [
    resource({ name: 'asks-a-tool', uri: 'test://inner' })(async (_uri, ctx) => JSON.stringify(await ctx.callTool('inner'))),
    resource({ name: 'asks-nobody', uri: 'test://unknown' })(async (_uri, ctx) => JSON.stringify(await ctx.callTool('nobody'))),
    resource({ name: 'throws', uri: 'test://throws' })(thrower(() => null)),
  ],
  prompts: [prompt({ name: 'asks', description: 'Asks a tool' })(async (_args, ctx) => JSON.stringify(await ctx.callTool('inner')))],
})
export class Server {}
`;

const project = copyFixture('calculator');
const folder = join(project.root, 'dist', 'node');
const built = { folder, name: 'hostile', env: { NODE_ENV: 'production' } };
let server: HttpBoot;

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Answer {
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text: string }[];
    readonly contents?: readonly { readonly text: string }[];
    readonly structuredContent?: unknown;
    readonly _meta?: { readonly code?: string; readonly errorId?: string };
    readonly messages?: readonly { readonly content: { readonly text: string } }[];
  };
  readonly error?: { readonly code: number; readonly message: string };
}

async function ask(method: string, params: Readonly<Record<string, unknown>>): Promise<Answer> {
  const name = params['name'] ?? params['uri'];
  const answer = await fetch(server.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } }),
  });
  return (await answer.json()) as Answer;
}

const call = async (name: string): Promise<NonNullable<Answer['result']>> => {
  const { error, result } = await ask('tools/call', { name, arguments: {} });
  if (result === undefined) throw new Error(`${name}: ${JSON.stringify(error)}`);
  return result;
};

test.before(async () => {
  writeFileSync(join(project.root, 'src/main.ts'), source);
  const request = requestOf(project.root, 'hostile');
  const { result } = await bundleOf(request);
  await writeOutput(request, result, folder);
  server = await bootHttp(built);
});

test.after(async () => {
  await server.stop();
  project.remove();
});

test('[I2.bad.thrown] every thrown value becomes a result with an error id, without detail in production', async () => {
  for (const name of ['throws-null', 'throws-unreadable', 'throws-getter', 'throws-proxy', 'getter', 'proxy']) {
    const { isError, content, _meta } = await call(name);
    assert.is(isError, true, name);
    assert.is(_meta?.code, 'TOOL_EXECUTION_ERROR', name);
    assert.match(content?.[0]?.text ?? '', /^Internal error\. Ask the operator about error id err_[0-9a-f]{16}\.$/);
  }
});

test('[I2.bad.returned] values that are not JSON are refused; large ones arrive', async () => {
  for (const name of ['cycle', 'full-cycle', 'bigint', 'full-bigint']) assert.is((await call(name))._meta?.code, 'INVALID_OUTPUT', name);
  assert.is((await call('deep')).isError, true);
  assert.ok(((await call('huge')).content?.[0]?.text.length ?? 0) > 8_000_000);
});

test('[I2.bad.rejects-later] over stdio too', async () => {
  const client = bootStdio(built);
  const params = { name: 'rejects-later', arguments: {}, _meta: envelope };
  await client.request('tools/call', params);
  assert.ok('result' in (await client.request('tools/call', params)));
  assert.is(await client.close(), 0);
  assert.match(client.output.stderr, /an unawaited promise failed/);
});

test('[I2.bad.fatal] an error in a timer ends the server and shows its stack, whatever the log level', async () => {
  for (const level of ['info', 'off']) {
    const client = bootStdio({ ...built, env: { ...built.env, SERVICE_LOG_LEVEL: level } });
    // Whether its answer comes first does not matter.
    await client.request('tools/call', { name: 'throws-in-timer', arguments: {}, _meta: envelope }).catch(() => undefined);
    assert.is(await client.close(), 1);
    assert.match(client.output.stderr, /^hostile: RangeError: the timer failed\n {4}at .*src\/[\w-]+\.ts:\d+:\d+/m);
    if (level === 'info') assert.match(client.output.stderr, /an error outside of any call ended the server.*err_[0-9a-f]{16}/);
  }
});

test('[D4.errors.timeout] a tool that never ends is ended by its limit', async () => {
  const { content, _meta } = await call('never');
  assert.is(content?.[0]?.text, 'Execution of "never" timed out after 50ms');
  assert.is(_meta?.code, 'EXECUTION_TIMEOUT');
});

test('[D4.context.call-tool] resources and prompts call internal tools as tools do, and an unknown tool is their own failure', async () => {
  const { result } = await ask('resources/read', { uri: 'test://inner' });
  assert.match(result?.contents?.[0]?.text ?? '', /inner value/);
  const prompted = await ask('prompts/get', { name: 'asks' });
  assert.match(prompted.result?.messages?.[0]?.content.text ?? '', /inner value/);
  const { error } = await ask('tools/call', { name: 'inner', arguments: {} });
  assert.is(error?.message, 'Tool "inner" not found');
  assert.is((await ask('resources/read', { uri: 'test://unknown' })).error?.message, 'Tool "nobody" not found');
  assert.match((await ask('resources/read', { uri: 'test://throws' })).error?.message ?? '', /error id/);
});

test('[I2.bad.rejects-later] a promise that rejects later and is not awaited is logged with an id and ends nothing', async () => {
  assert.is((await call('rejects-later')).isError, undefined);
  assert.is((await call('rejects-later')).isError, undefined);
  // What it logged has arrived when it has ended; it ends as it was told to.
  assert.is(await server.stop(), 0);
  assert.match(server.output.stderr, /an unawaited promise failed/);
  assert.match(server.output.stderr, /err_[0-9a-f]{16}/);
});

test.run();
