/* Built servers that are told to stop while something of theirs cannot be ended: they say so, and end. */
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { bootHttp, bootStdio } from '../support/boot/node.ts';
import type { HttpBoot } from '../support/boot/node.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { startRedis } from '../support/redis-server.ts';
import { openPair } from '../support/pair-client.ts';
import { nextOf, openSession, portOf, WireSession } from '../support/shared-session.ts';
import { initializeBody, legacyBody, legacyHeaders, modernRequest, send } from '../support/wire-client.ts';
import type { WireMessage } from '../support/wire-client.ts';

const main = `
import { DynamicPlugin, inject, Plugin, Provider, Service, tool } from '@service/sdk';
import { z } from 'zod';
@Provider({ name: 'ledger' })
class Ledger {
  dispose() {
    console.error('LEDGER ENDS');
  }
}
@Provider({ name: 'database' })
class Database {
  readonly ledger = inject(Ledger);
  dispose() {
    if (process.env['END'] === 'throws') throw new Error('the database is not there');
    return process.env['END'] === 'hangs' ? new Promise(() => undefined) : undefined;
  }
}
@Plugin({ name: 'first' })
class First extends DynamicPlugin<object> {
  onClose() {
    console.error('FIRST ENDS');
  }
}
@Plugin({ name: 'second' })
class Second extends DynamicPlugin<object> {
  onClose() {
    if (process.env['END'] === 'plugin') throw new Error('the plugin stays');
  }
}
const used = tool({ name: 'used', description: 'Uses what is to be ended.' })((_input, ctx) => String(ctx.get(Database) !== undefined));
const wait = tool({ name: 'wait', description: 'Runs on.', execution: { taskSupport: 'optional' } })((_input, ctx) =>
  new Promise<string>((resolve) => {
    console.error('WAIT BEGAN');
    ctx.signal.addEventListener('abort', () => resolve('aborted'));
  }),
);
const greet = tool({ name: 'greet', description: 'Asks for a name.' })(async (_input, ctx) => {
  const answer = await ctx.elicit('What is your name?', z.object({ name: z.string() }));
  return answer.status === 'accept' ? 'Hello, ' + answer.content?.name : 'Hello';
});
@Service({ info: { name: 'shared', version: '1.4.0' }, tools: [used, wait, greet], providers: [Ledger, Database], plugins: [First, Second], OPTIONS })
export default class Server {}
`;

/** Three endpoints; two of them cannot be ended. */
const split = `
import { app, Provider, Service, tool } from '@service/sdk';
const part = (name: string, end: () => void) => {
  @Provider({ name: 'held' })
  class Held {
    dispose() {
      end();
    }
  }
  const hold = tool({ name: 'hold', description: 'Takes what is to be ended.' })((_input, ctx) => String(ctx.get(Held) !== undefined));
  return app({ id: name, name, providers: [Held], tools: [hold] });
};
const fails = (text: string) => (): void => {
  throw new Error(text);
};
const apps = [part('alpha', () => console.error('ALPHA ENDS')), part('beta', fails('beta stays')), part('gamma', fails('gamma stays'))];
@Service({ info: { name: 'shared', version: '1.4.0' }, apps, splitByApp: true })
export default class Server {}
`;

interface Built {
  readonly folder: string;
  remove(): void;
}

async function build(text: string): Promise<Built> {
  const project = copyFixture('shared', { 'src/main.ts': text });
  const request = requestOf(project.root, 'shared');
  const folder = join(project.root, 'dist', 'node');
  await writeOutput(request, (await bundleOf(request)).result, folder);
  return { folder, remove: project.remove };
}

let plain: Built;
let shared: Built;
let parted: Built;
test.before(async () => {
  plain = await build(main.replace('OPTIONS', ''));
  shared = await build(main.replace('OPTIONS', 'redis: {}, tasks: { enabled: true }'));
  parted = await build(split);
});
test.after(() => {
  plain.remove();
  shared.remove();
  parted.remove();
});

const boot = (built: Built, env: Record<string, string>): Promise<HttpBoot> =>
  bootHttp({ folder: built.folder, name: 'shared', env: { SERVICE_DRAIN_SECONDS: '0', ...env } });
const call = (server: HttpBoot, name: string, { meta = {}, path = '/mcp' }: { meta?: Record<string, unknown>; path?: string } = {}) =>
  send({ port: Number(new URL(server.url).port), path, ...modernRequest('tools/call', { name, arguments: {} }, { meta }) });
const said = (server: HttpBoot, text: string): Promise<true> => server.until(() => server.output.stderr.includes(text) || undefined);

test('[D2.drain.failing] a provider that cannot be ended keeps neither the process nor others from their end', async () => {
  const server = await boot(plain, { END: 'throws' });
  assert.match((await call(server, 'used')).text, 'true');
  assert.is(await server.stop(), 0);
  assert.match(server.output.stderr, /could not end everything.*the database is not there/);
  assert.match(server.output.stderr, 'LEDGER ENDS');
});

test('[D2.drain.failing] a plugin that cannot be ended keeps neither plugins nor providers from their end', async () => {
  const server = await boot(plain, { END: 'plugin' });
  await call(server, 'used');
  assert.is(await server.stop(), 0);
  assert.match(server.output.stderr, /could not end everything.*the plugin stays/);
  assert.match(server.output.stderr, /FIRST ENDS[^]*LEDGER ENDS/);
});

test('[D2.drain.failing.parts] apps with endpoints of their own are each ended, and failures are reported together', async () => {
  const server = await boot(parted, {});
  for (const part of ['alpha', 'beta', 'gamma']) assert.match((await call(server, 'hold', { path: `/mcp/${part}` })).text, 'true');
  assert.is(await server.stop(), 0);
  assert.match(server.output.stderr, 'ALPHA ENDS');
  assert.match(server.output.stderr, /could not end everything.*gamma stays.*beta stays/);
});

const answerTo = (question: WireMessage): string =>
  JSON.stringify({ jsonrpc: '2.0', id: question['id'], result: { action: 'accept', content: { name: 'Ada' } } });

test('[D2.drain.answers] running questions may be answered while the server ends, and DELETE is served; new requests get 503', async () => {
  const server = await boot(plain, { SERVICE_DRAIN_SECONDS: '60' });
  let over = false;
  try {
    const [session, other] = [await openSession(server, { elicitation: {} }), await openSession(server)];
    const stream = await session.callOnStream(server, 'greet');
    const question = await nextOf(stream, 'elicitation/create');
    const end = server.stop();
    await said(server, 'is stopping');
    const asked = legacyBody('tools/list', {}, 7);
    const elsewhere = { port: portOf(server), path: '/nothing' };
    const refused = [
      await session.request(server, 'tools/list'),
      await session.post(server, `[${asked}]`),
      await session.post(server, 'no JSON'),
      await call(server, 'used'),
      await send({ ...elsewhere, headers: legacyHeaders, body: asked }),
      await send({ ...elsewhere, method: 'DELETE' }),
      await send({ port: portOf(server), path: '/healthz', method: 'GET', headers: session.headers }),
      await send({ port: portOf(server), path: '/mcp', headers: legacyHeaders, body: initializeBody() }),
    ];
    for (const { headers, status, text } of refused) {
      assert.is(status, 503, text);
      assert.is(headers['retry-after'], '5');
      assert.is(headers['x-frame-options'], 'DENY');
    }
    const forged = await new WireSession('x').post(server, answerTo(question));
    assert.is(forged.status, 404, 'whose session it is is asked as ever');
    assert.is((await other.end(server)).status, 200);
    assert.is((await session.post(server, answerTo(question))).status, 202);
    assert.match(JSON.stringify(await stream.next()), 'Hello, Ada');
    assert.is(await end, 0);
    over = true;
  } finally {
    if (!over) await server.stop('SIGKILL');
  }
});

test('[D2.drain.answers] the same over the pair of 2024-11-05', async () => {
  const server = await boot(plain, { SERVICE_DRAIN_SECONDS: '60' });
  let over = false;
  try {
    const pair = await openPair(portOf(server), '/mcp');
    await pair.post(initializeBody('2025-11-25', { elicitation: {} }));
    await pair.next();
    await pair.post(legacyBody('notifications/initialized'));
    await pair.post(legacyBody('tools/call', { name: 'greet', arguments: {} }, 2));
    const question = await pair.next();
    assert.is(question?.['method'], 'elicitation/create');
    const end = server.stop();
    await said(server, 'is stopping');
    assert.is((await pair.post(legacyBody('tools/list', {}, 3))).status, 503);
    assert.is((await pair.post(answerTo(question ?? {}))).status, 202);
    assert.match(JSON.stringify(await pair.next()), 'Hello, Ada');
    assert.is(await end, 0);
    over = true;
  } finally {
    if (!over) await server.stop('SIGKILL');
  }
});

test('[D2.drain.hanging] what never ends is waited for within bounds', async () => {
  const server = await boot(plain, { END: 'hangs' });
  await call(server, 'used');
  assert.is(await server.stop(), 0);
  assert.match(server.output.stderr, 'something did not end within 2 s');
});

test('[D2.drain.stdio] a stdio server whose provider cannot be disposed reports it and ends', async () => {
  const server = bootStdio({ folder: plain.folder, name: 'shared', env: { END: 'throws' } });
  await server.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } });
  server.notify('notifications/initialized');
  await server.request('tools/call', { name: 'used', arguments: {} });
  assert.is(await server.close(), 0);
  assert.match(server.output.stderr, /could not end everything.*the database is not there/);
});

test('[D2.drain.store] a server whose store is away, or does not answer, still stops', async () => {
  const redis = await startRedis();
  const variables = { REDIS_URL: `redis://127.0.0.1:${redis.port}`, MCP_SESSION_SECRET: 'one secret for every instance of it' };
  const extensions = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
  const begin = async (): Promise<HttpBoot> => {
    const server = await boot(shared, variables);
    assert.match((await call(server, 'wait', { meta: { 'io.modelcontextprotocol/clientCapabilities': extensions } })).text, 'taskId');
    await said(server, 'WAIT BEGAN');
    return server;
  };
  const [first, second] = [await begin(), await begin()];
  redis.pause();
  assert.is(await first.stop(), 0);
  redis.goOn();
  await redis.kill();
  assert.is(await second.stop(), 0);
  assert.match(second.output.stderr, 'that a task has failed could not be written down');
  await redis.remove();
});

test.run();
