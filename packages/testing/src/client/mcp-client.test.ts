/* The client against a real server: one process of the fixture `testing` for the whole file. */
import { printJson } from '../../../../src/std/texts.ts';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ServerModel } from '@service/sdk/model';
import { contractOf } from '../../../../src/compiler/contract/index.ts';
import { ServerHandle } from '../servers/server-handle.ts';
import { TestServer } from '../servers/test-server.ts';
import { assertions } from '../matchers/index.ts';
import { rejection } from '../../../../test/support/testing-package.ts';
import type { McpClient } from './mcp-client.ts';

const cwd = fileURLToPath(new URL('../../../../fixtures/testing', import.meta.url));
const options = {
  server: './src/main.ts',
  env: { NODE_OPTIONS: '--conditions=service-source', JWT_SECRET: 's'.repeat(32), SERVICE_DRAIN_SECONDS: '0' },
  startupTimeout: 300_000,
};
const server = await TestServer.start(options, cwd);
const handle = new ServerHandle(server, options);
const connect = (): Promise<McpClient> => handle.createClient();

test.after(() => handle.stop());

/** For what comes at once, or never. */
const patienceMs = 60_000;

test('[T.28] tools.list follows every page', async () => {
  const mcp = await connect();
  const names = (await mcp.tools.list()).map(({ name }) => name);
  assert.is(names.length, 11);
  assert.is(mcp.trace.all().filter(({ request }) => request.method === 'tools/list').length, 3);
});

test('[T.29] [T.24] [T.27] calls give results: values, errors of tools, errors of the protocol', async () => {
  const mcp = await connect();
  const sum = await mcp.tools.call('add', { a: 2, b: 3 });
  assert.equal(sum.json(), { sum: 5 });
  assert.equal(sum.raw.structuredContent, { sum: 5 });
  assert.ok(sum.isSuccess && sum.hasTextContent() && !sum.hasImageContent() && !sum.hasToolUI() && sum.durationMs >= 0);
  const counted = await mcp.tools.call('count');
  assert.equal(counted.raw.structuredContent, { value: 1 });
  const failed = await mcp.tools.call('fail');
  assert.equal(
    [failed.isError, failed.error, failed.raw._meta?.['code'], failed.text()],
    [true, undefined, 'PUBLIC_ERROR', 'no such city'],
  );
  const invalid = await mcp.tools.call('add', { a: 'x' });
  assert.is(invalid.raw._meta?.['code'], 'INVALID_INPUT');
  const unknown = await mcp.tools.call('nothing');
  assert.ok(unknown.isError && unknown.error !== undefined);
  const picture = await mcp.tools.call('picture');
  assert.ok(picture.hasImageContent() && picture.hasResourceContent() && !picture.hasTextContent());
  assert.throws(() => picture.json(), /^No text content to parse as JSON$/);
});

test('[T.30] [T.31] [T.25] resources are listed and read; an unknown one is -32002', async () => {
  const mcp = await connect();
  assertions.toContainResource(await mcp.resources.list(), 'note://1');
  assertions.toContainResourceTemplate(await mcp.resources.listTemplates(), 'notes://{id}');
  const note = await mcp.resources.read('note://1');
  assert.equal(note.json(), { text: 'a note' });
  assert.equal([note.mimeType(), note.hasMimeType('application/json'), note.text()], ['application/json', true, '{"text":"a note"}']);
  const unknown = await mcp.resources.read('note://2');
  assert.equal([unknown.isError, unknown.error?.code, unknown.text(), unknown.mimeType()], [true, -32_002, '', undefined]);
});

test('[T.32] [T.26] prompts are listed and rendered', async () => {
  const mcp = await connect();
  assertions.toContainPrompt(await mcp.prompts.list(), 'greet');
  const greeting = await mcp.prompts.get('greet', { who: 'Ann' });
  assert.equal(greeting.messages, [{ role: 'user', content: { type: 'text', text: 'Hello, Ann' } }]);
  assert.equal([greeting.isSuccess, greeting.description], [true, 'Greets somebody']);
  assert.is((await mcp.prompts.get('greet')).isError, true);
});

test('[T.33] raw requests, notifications and bodies', async () => {
  const mcp = await connect();
  const pong = await mcp.raw.request({ id: 'mine', method: 'ping' });
  assert.equal(pong, { jsonrpc: '2.0', id: 'mine', result: {} });
  await mcp.raw.notify({ method: 'notifications/cancelled', params: { requestId: 99 } });
  await mcp.notifications.send('notifications/roots/list_changed');
  assertions.toHaveErrorCode(await mcp.raw.sendRaw('{"jsonrpc":'), -32_700);
});

test('[T.34] questions are declined without a handler, answered by one, cancelled when it throws', async () => {
  const mcp = await connect();
  assert.is((await mcp.tools.call('ask')).text(), 'decline nobody');
  const asked: string[] = [];
  mcp.onElicitation(({ message, requestedSchema }) => {
    asked.push(message, JSON.stringify(Object.keys(requestedSchema['properties'] ?? {})));
    return { action: 'accept', content: { name: 'Ann' } };
  });
  assert.is((await mcp.tools.call('ask')).text(), 'accept Ann');
  assert.equal(asked, ['Who are you?', '["name"]']);
  mcp.onElicitation(() => {
    throw new Error('closed the window');
  });
  assert.is((await mcp.tools.call('ask')).text(), 'cancel nobody');
  mcp.clearElicitationHandler();
  assert.is((await mcp.tools.call('ask')).text(), 'decline nobody');
});

test('[T.35] [T.37] notifications are collected, also those that come by themselves', async () => {
  const mcp = await connect();
  const collector = mcp.notifications.collect();
  await mcp.tools.call('change');
  const { method, timestamp } = await collector.waitFor('notifications/tools/list_changed', patienceMs);
  assert.is(method, 'notifications/tools/list_changed');
  assert.ok(collector.has(method) && timestamp > 0 && collector.received.length > 0);
  await rejectsWith(collector.waitFor('notifications/never', 20), 'Timeout waiting for the notification notifications/never after 20ms');
});

test('[T.36] progress is collected; from then on each call sends a token', async () => {
  const mcp = await connect();
  await mcp.tools.call('work');
  assert.is(lastMeta(mcp), undefined);
  const progress = mcp.notifications.collectProgress();
  await mcp.tools.call('work');
  const all = await progress.waitForComplete(patienceMs);
  assert.equal(
    all.map(({ progress: done, total }) => [done, total]),
    [
      [1, 2],
      [2, 2],
    ],
  );
  assert.equal(lastMeta(mcp), { progressToken: all[0]?.progressToken });
  await mcp.tools.call('work', {}, { progressToken: 7 });
  assert.equal(lastMeta(mcp), { progressToken: 7 });
});

const lastMeta = (mcp: McpClient): unknown => mcp.trace.last()?.request.params?.['_meta'];

test('[T.38] the client knows the server and its session', async () => {
  const mcp = await connect();
  assert.equal([mcp.protocolVersion, mcp.serverInfo.name, mcp.instructions], ['2025-06-18', 'testing-fixture', 'Add numbers.']);
  assert.ok(mcp.isConnected() && mcp.hasCapability('tools') && !mcp.hasCapability('nothing') && mcp.capabilities['tools']);
  assert.is(typeof mcp.sessionId, 'string');
  await mcp.tools.call('count');
  assert.equal([mcp.session.id, mcp.session.requestCount], [mcp.sessionId, 1]);
});

test('[T.39] [T.59] [T.18] authenticate opens a session as the user; a refused token leaves the old one', async () => {
  const { serverTokens } = await import('../runner/scope.ts');
  const auth = serverTokens(server.info.baseUrl, options);
  const mcp = await connect();
  const anonymous = mcp.sessionId;
  assert.ok((await mcp.tools.call('whoami')).text().startsWith('anon:'));
  for (const token of [await auth.createExpiredToken({ sub: 'ann' }), await auth.createInvalidToken({ sub: 'ann' })]) {
    await rejectsWith(mcp.authenticate(token), /^HTTP 401/);
    assert.is(mcp.sessionId, anonymous);
  }
  await mcp.authenticate(await auth.createToken({ ...auth.users.admin, claims: { team: 'a' } }));
  assert.is.not(mcp.sessionId, anonymous);
  assert.is((await mcp.tools.call('whoami')).text(), 'admin-001');
  assert.equal([mcp.auth.isAnonymous, mcp.auth.user?.email, mcp.auth.scopes[0]], [false, 'admin@test.local', 'admin:*']);
});

test('[T.44] [T.17] an anonymous token is asked for, unless the client is public', async () => {
  const mcp = await connect();
  assert.ok(mcp.auth.token !== undefined && mcp.auth.isAnonymous);
  const open = await handle.createClientBuilder().withPublicMode().buildAndConnect();
  await open.tools.call('count');
  assert.equal([open.auth.token, open.transport_info.lastRequestHeaders['Authorization']], [undefined, undefined]);
});

test('[T.40] a request that takes too long fails with -32000; a client that left says so', async () => {
  const mcp = await connect();
  mcp.setTimeout(200);
  const { error } = await mcp.tools.call('hang');
  assert.equal([error?.code, error?.message], [-32_000, 'Request timeout after 200ms']);
  const first = mcp.sessionId;
  mcp.setTimeout(30_000);
  await mcp.reconnect();
  assert.is.not(mcp.sessionId, first);
  await mcp.disconnect();
  assert.is(mcp.isConnected(), false);
  await rejectsWith(mcp.tools.call('count'), 'Not connected to MCP server. Call connect() first.');
});

test('[T.41] log messages of the server are kept', async () => {
  const mcp = await connect();
  await mcp.raw.request({ method: 'logging/setLevel', params: { level: 'debug' } });
  await mcp.tools.call('work');
  assert.ok(mcp.logs.all().length > 0 && mcp.logs.search('working').length > 0 && mcp.logs.last() !== undefined);
  assert.is(mcp.logs.filter('emergency').length, 0);
  mcp.logs.clear();
  assert.is(mcp.logs.all().length, 0);
});

test('[T.42] [T.43] requests are traced, headers of the last one are kept', async () => {
  const mcp = await connect();
  await mcp.tools.call('add', { a: 1, b: 1 });
  const entry = mcp.trace.last();
  assert.equal(
    [entry?.request.method, entry?.response.id, typeof entry?.durationMs, typeof entry?.timestamp],
    ['tools/call', entry?.request.id, 'number', 'number'],
  );
  const headers = mcp.transport_info.lastRequestHeaders;
  for (const name of ['Content-Type', 'Accept', 'User-Agent', 'Authorization', 'mcp-session-id']) assert.ok(headers[name], name);
});

test('[T.16] the SSE pair', async () => {
  const mcp = await handle.createClient({ transport: 'sse' });
  assertions.toContainTool(await mcp.tools.list(), 'add');
  mcp.onElicitation(() => ({ action: 'accept', content: { name: 'Bob' } }));
  assert.is((await mcp.tools.call('ask')).text(), 'accept Bob');
});

test('[T.45] [T.62] [T.82] the builder', async () => {
  const builder = handle.createClientBuilder();
  assert.throws(() => builder.withProtocolVersion('2026-07-28'), /speaks MCP 2025-06-18 only/);
  assert.throws(() => builder.withPlatform('none'), /Known platforms: openai/);
  const client = await builder
    .withProtocolVersion('2025-06-18')
    .withHeaders({ 'x-test': '1' })
    .withQueryParams({ a: 'b' })
    .withClientInfo({ name: 'x', version: '2' })
    .withPlatform('claude')
    .withCapabilities({})
    .withTimeout(patienceMs)
    .withDebug(false)
    .buildAndConnect();
  await client.tools.call('count');
  assert.is(client.transport_info.lastRequestHeaders['x-test'], '1');
  assert.is(client.transport_info.lastRequestHeaders['User-Agent'], 'claude-ai/2');
  assert.ok(client.transport_info.url.endsWith('?a=b'));
  await rejectsWith(
    builder.withToken('bad').buildAndConnect(),
    /^Failed to initialize MCP connection to http:\/\/localhost:\d+\/\?a=b: HTTP 401/,
  );
});

test('the modern client: the same members on 2026-07-28', async () => {
  const modern = await handle.createModernClient();
  assert.equal([modern.protocolVersion, modern.serverInfo.name, modern.sessionId], ['2026-07-28', 'testing-fixture', undefined]);
  assertions.toContainTool(await modern.tools.list(), 'whoami');
  assert.equal((await modern.tools.call('add', { a: 2, b: 2 })).json(), { sum: 4 });
  modern.onElicitation(() => ({ action: 'accept', content: { name: 'Cy' } }));
  assert.is((await modern.tools.call('ask')).text(), 'accept Cy');
  assert.is((await modern.resources.read('note://2')).error?.code, -32_602);
  const collector = modern.notifications.collect();
  await collector.ready;
  await modern.tools.call('change');
  await collector.waitFor('notifications/tools/list_changed', patienceMs);
});

test('the contract of a running server is compared as `service contract diff` does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-contract-'));
  const ci = process.env['CI'];
  delete process.env['CI'];
  try {
    const live = await (await connect()).contract();
    const built = join(folder, 'built.json');
    const { server: model } = JSON.parse(readFileSync(join(cwd, 'expected/model.json'), 'utf8')) as { readonly server: ServerModel };
    writeFileSync(built, printJson(contractOf(model)));
    assertions.toMatchContract(live, built);
    const snapshot = join(folder, 'snapshot/contract.json');
    assertions.toMatchContract(live, snapshot);
    assertions.toMatchContract(await (await handle.createModernClient()).contract(), snapshot);
    const tools = live.tools
      .filter(({ name }) => name !== 'count')
      .map((tool) => ({ ...tool, ...(tool.name === 'add' ? { inputSchema: { ...tool.inputSchema, properties: {} } } : {}) }));
    const broken = { ...live, tools: [...tools, { ...live.tools[0], name: 'new' }] };
    assert.throws(
      () => assertions.toMatchContract(broken, snapshot),
      ({ message }: Error) =>
        message.startsWith(`Expected the contract to keep what ${snapshot} promises.`) &&
        message.includes('\nReceived: breaking: tool add: ') &&
        message.includes('\nbreaking: tool count: was removed') &&
        message.includes('\nadded: tool new: is new'),
    );
    assert.throws(() => assertions.not.toMatchContract(live, snapshot), /to break what .*\nReceived: no change$/);
    process.env['SERVICE_UPDATE_CONTRACT'] = '1';
    assertions.toMatchContract(broken, snapshot);
    delete process.env['SERVICE_UPDATE_CONTRACT'];
    assertions.toMatchContract(broken, snapshot);
    process.env['CI'] = '1';
    assert.throws(() => assertions.toMatchContract(live, join(folder, 'other.json')), /^There is no contract to compare with yet: .*other/);
    writeFileSync(built, '{}');
    assert.throws(() => assertions.toMatchContract(live, built), /built\.json holds no contract that this version understands/);
    assert.throws(() => assertions.toMatchContract({}), /^Expected the result of contract\(\)/);
  } finally {
    delete process.env['SERVICE_UPDATE_CONTRACT'];
    delete process.env['CI'];
    if (ci !== undefined) process.env['CI'] = ci;
    rmSync(folder, { recursive: true });
  }
});

test('the modern client sends marked arguments as headers, also of tools that it never listed', async () => {
  const modern = await handle.createModernClient();
  const marked = await modern.tools.call('sort', { by: { city: 'Ålesund', limit: 7 } });
  assert.is(marked.text(), 'Ålesund 7');
  const headers = modern.transport_info.lastRequestHeaders;
  assert.equal(
    [headers['mcp-param-city'], headers['mcp-param-limit'], headers['mcp-param-note']],
    ['=?base64?w4VsZXN1bmQ=?=', '7', undefined],
  );
  const methods = modern.trace.all().map(({ request }) => request.method);
  assert.equal(methods, ['tools/call']);
});

test('[T.63] [T.60] [T.64] a restart keeps the port, gives clients new sessions, and logs are lines', async () => {
  const mcp = await connect();
  const { pid, port } = server.info;
  const session = mcp.sessionId;
  await mcp.tools.call('fail');
  assert.is(await handle.waitForLog('about to fail'), '[ERROR] about to fail');
  await handle.settleLogs();
  handle.clearLogs();
  assert.equal(handle.getLogs(), []);
  await handle.restart();
  assert.is(server.info.port, port);
  assert.is.not(server.info.pid, pid);
  assert.is.not(mcp.sessionId, session);
  assert.equal((await mcp.tools.call('count')).raw.structuredContent, { value: 1 });
  assert.is(await handle.waitForLog(/^counted \d$/), 'counted 1');
  await rejectsWith(handle.waitForLog('never', 20), 'Timeout waiting for the log line never after 20ms');
});

async function rejectsWith(work: Promise<unknown>, message: string | RegExp): Promise<void> {
  const { message: found } = await rejection(work);
  if (typeof message === 'string') assert.is(found, message);
  else assert.match(found, message);
}

test.run();
