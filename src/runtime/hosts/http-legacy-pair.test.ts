import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { protocolServer } from '../../../test/support/protocol-servers.ts';
import { openPair } from '../../../test/support/pair-client.ts';
import { serveSmall, type Served } from '../../../test/support/serve-small.ts';
import { gates } from '../../../test/support/small-server.ts';
import { initializeBody, legacyBody, legacyHeaders, modernRequest, parseWire, send } from '../../../test/support/wire-client.ts';

const test = suite<{ served: Served }>('the pair of 2024-11-05');

test.before(async (context) => {
  context.served = await serveSmall({ SERVICE_HTTP_ENTRY_PATH: '/mcp' });
});
test.after(async (context) => {
  await context.served.run.stop(0);
});

test('[D2.sse.pair] the stream names where to post; answers and notifications arrive on it', async ({ served }) => {
  const pair = await openPair(served.port, '/mcp');
  assert.match(pair.path, /^\/mcp\/message\?sessionId=[\w-]{32,}$/);
  const posted = await pair.post(initializeBody('2024-11-05'));
  assert.equal([posted.status, posted.text], [202, 'Accepted']);
  const opening = await pair.next();
  assert.is(parseWire(JSON.stringify(opening)).result.protocolVersion, '2024-11-05');
  assert.not.match(JSON.stringify(opening), 'completions');
  assert.is((await pair.post(legacyBody('notifications/initialized'))).status, 202);
  await pair.post(legacyBody('tools/call', { name: 'count', _meta: { progressToken: 't' } }, 2));
  assert.match(JSON.stringify(await pair.next()), 'notifications/progress');
  assert.match(JSON.stringify(await pair.next()), 'notifications/message');
  assert.match(JSON.stringify(await pair.next()), 'notifications/progress');
  const answer = await pair.next();
  const result: unknown = answer?.result;
  assert.equal([answer?.id, typeof result === 'object' && result !== null && Object.keys(result)], [2, ['content']]);
  pair.close();
});

test('an answer of more than a mebibyte arrives whole', async ({ served }) => {
  const pair = await openPair(served.port, '/mcp');
  await pair.post(initializeBody('2024-11-05'));
  await pair.next();
  const who = 'x'.repeat(1_200_000);
  await pair.post(legacyBody('prompts/get', { name: 'greet', arguments: { who } }, 2));
  const answer = await pair.next();
  assert.is(answer?.id, 2);
  assert.ok(JSON.stringify(answer).includes(who));
  pair.close();
});

test('[MCP24.shape] tools carry no hints, results no structure', async ({ served }) => {
  const pair = await openPair(served.port, '/mcp');
  await pair.post(initializeBody('2024-11-05'));
  await pair.next();
  await pair.post(legacyBody('tools/list', {}, 2));
  const text = JSON.stringify(await pair.next());
  for (const later of ['annotations', 'outputSchema', 'title', 'execution']) assert.not.match(text, `"${later}"`);
  await pair.post(legacyBody('tools/call', { name: 'add', arguments: { a: 1, b: 2 } }, 3));
  assert.not.match(JSON.stringify(await pair.next()), 'structuredContent');
  pair.close();
});

test('[D2.sse.unknown-session] /message with an unknown or ended id is 404, with none 400, no message 400, wrong type 415', async ({
  served,
}) => {
  const post = (path: string, body = legacyBody('ping', {}, 1), headers: Record<string, string> = legacyHeaders) =>
    send({ port: served.port, path, headers, body });
  const unknown = await post('/mcp/message?sessionId=nobody');
  assert.equal([unknown.status, parseWire(unknown.text).error.message], [404, 'invalid session id']);
  assert.is((await post('/mcp/message')).status, 400);
  assert.is((await send({ port: served.port, method: 'GET', path: '/mcp/message' })).status, 405);
  const pair = await openPair(served.port, '/mcp');
  for (const bad of ['no json', '{}', '{"jsonrpc":"2.0","id":null,"method":"ping"}'])
    assert.is((await post(pair.path, bad)).status, 400, bad);
  assert.is((await post(pair.path, '{}', { 'content-type': 'text/plain' })).status, 415);
  await pair.post(initializeBody('2024-11-05'));
  await pair.next();
  const aborted = new Promise<void>((resolve) => (gates.aborted = resolve));
  const started = new Promise<void>((resolve) => (gates.started = resolve));
  await pair.post(legacyBody('tools/call', { name: 'wait' }, 5));
  await started;
  pair.close();
  await aborted;
  assert.is((await post(pair.path)).status, 404, 'the end of the stream ends the session');
});

test('[D2.sse.guarded] a foreign page reaches neither path', async ({ served }) => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  assert.is((await send({ port: served.port, method: 'GET', path: '/mcp/sse', headers })).status, 403);
  assert.is((await send({ port: served.port, path: '/mcp/message?sessionId=x', headers })).status, 403);
});

test('[D2.sse.presets] modern and stateless-api serve no pair; the object form turns it off too', async () => {
  for (const protocol of ['modern', { preset: 'full', legacy: false }] as const) {
    const other = await serveSmall({}, { server: protocolServer(protocol) });
    assert.is((await send({ port: other.port, method: 'GET', path: '/sse' })).status, 404);
    assert.is((await send({ port: other.port, path: '/message?sessionId=x' })).status, 404);
    await other.run.stop(0);
  }
});

test('[S5.2.strict] only without strictSession a request that names no session is served, by itself', async () => {
  const free = await serveSmall({}, { server: protocolServer('full') });
  const post = (body: string, headers: Record<string, string> = {}) =>
    send({ port: free.port, headers: { ...legacyHeaders, ...headers }, body });
  const list = await post(legacyBody('tools/list', {}, 1), { 'mcp-protocol-version': '2025-06-18' });
  assert.is(list.status, 200);
  assert.is(list.headers['mcp-session-id'], undefined);
  assert.is((await post(legacyBody('notifications/initialized'))).status, 202);
  assert.is((await post(legacyBody('ping', {}, 1), { 'mcp-session-id': 'x' })).status, 404);
  assert.is((await send({ port: free.port, method: 'GET', headers: legacyHeaders })).status, 400);
  const opened = await post(initializeBody());
  assert.ok(opened.headers['mcp-session-id'] !== undefined);
  const { headers, body } = modernRequest('tools/list');
  assert.is((await send({ port: free.port, headers, body })).status, 200);
  await free.run.stop(0);
});

test('[I3.drain.streams] a drain lets calls on the pair answer and then ends its stream', async () => {
  const draining = await serveSmall();
  const pair = await openPair(draining.port, '');
  await pair.post(initializeBody('2024-11-05'));
  await pair.next();
  const started = new Promise<void>((resolve) => (gates.started = resolve));
  await pair.post(legacyBody('tools/call', { name: 'hold' }, 9));
  await started;
  const stopped = draining.run.stop(600);
  gates.release();
  assert.is((await pair.next())?.id, 9);
  assert.is(await pair.next(), undefined);
  assert.ok(await stopped, 'nothing had to be cut off');
});

test.run();
