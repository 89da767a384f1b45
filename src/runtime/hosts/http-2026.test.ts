import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serveSmall, type Served } from '../../../test/support/serve-small.ts';
import { gates } from '../../../test/support/small-server.ts';
import { parseWire, legacyHeaders, initializeBody, modernRequest, openStream, send } from '../../../test/support/wire-client.ts';
import { revision20260728 } from '../mcp/revisions/2026-07-28.ts';

const test = suite<{ served: Served }>('2026-07-28 over http');

test.before(async (context) => {
  context.served = await serveSmall();
});
test.after(async (context) => {
  await context.served.run.stop(0);
});

const version = 'io.modelcontextprotocol/protocolVersion';
const capabilities = 'io.modelcontextprotocol/clientCapabilities';
const client = 'io.modelcontextprotocol/clientInfo';

async function call(served: Served, ...request: Parameters<typeof modernRequest>) {
  const answer = await send({ port: served.port, ...modernRequest(...request) });
  return { ...answer, json: parseWire(answer.text) };
}

async function expectError(served: Served, wanted: { status: number; code: number }, ...request: Parameters<typeof modernRequest>) {
  const answer = await call(served, ...request);
  assert.equal({ status: answer.status, code: answer.json.error?.code }, wanted, answer.text);
  assert.is(answer.json.id, 1, 'an error echoes the id');
  return answer.json.error;
}

test("[D2.client.2026] a tool result has content, structuredContent, resultType and the server's info", async ({ served }) => {
  const { status, headers, json } = await call(served, 'tools/call', { name: 'add', arguments: { a: 2, b: 3 } });
  assert.is(status, 200);
  assert.match(headers['content-type'] ?? '', 'application/json');
  assert.is(headers['mcp-session-id'], undefined);
  assert.is(json.result.resultType, 'complete');
  assert.equal(json.result.structuredContent, { sum: 5 });
  assert.is(json.result.content[0].type, 'text');
  assert.equal(json.result._meta['io.modelcontextprotocol/serverInfo'].name, 'small');
});

test('[MCP26.envelope] a missing or malformed envelope is 400 and -32602 naming the key', async ({ served }) => {
  const bad: Record<string, unknown>[] = [
    { [version]: undefined },
    { [version]: 5 },
    // Who says who it is and not what it can do is malformed; a `_meta` of the version alone is the smallest request that is served.
    { [capabilities]: undefined, [client]: { name: 'wire', version: '1' } },
    { [capabilities]: [] },
    { progressToken: {} },
    { 'io.modelcontextprotocol/logLevel': 'loud' },
  ];
  for (const meta of bad) await expectError(served, { status: 400, code: -32602 }, 'tools/list', {}, { meta });
  const error = await expectError(
    served,
    { status: 400, code: -32602 },
    'tools/list',
    {},
    { meta: { [version]: undefined, [capabilities]: undefined } },
  );
  assert.match(error.message, version);
  assert.match(error.message, capabilities);
});

test("[D2.errors.header-missing] a body without its version header gets the document's message", async ({ served }) => {
  const error = await expectError(
    served,
    { status: 400, code: -32020 },
    'tools/list',
    {},
    { headers: { 'mcp-protocol-version': undefined } },
  );
  assert.is(error.message, 'Header mismatch: the mcp-protocol-version header is required');
});

test('[MCP26.headers.order] a version mismatch is found before an unknown version, and that before the method', async ({ served }) => {
  await expectError(served, { status: 400, code: -32020 }, 'tools/list', {}, { meta: { [version]: 'v999.0.0' } });
  const unknown = { meta: { [version]: 'v999.0.0' }, headers: { 'mcp-protocol-version': 'v999.0.0' } };
  const error = await expectError(served, { status: 400, code: -32022 }, 'nothing', {}, unknown);
  assert.is(error.data.requested, 'v999.0.0');
  const { json } = await call(served, 'server/discover');
  assert.equal(error.data.supported, json.result.supportedVersions);
});

test('[MCP26.headers.method] mcp-method and mcp-name must repeat the body, case-sensitively', async ({ served }) => {
  for (const header of [undefined, 'tools/call', 'TOOLS/LIST'])
    await expectError(served, { status: 400, code: -32020 }, 'tools/list', {}, { headers: { 'mcp-method': header } });
  for (const name of [undefined, 'fail'])
    await expectError(served, { status: 400, code: -32020 }, 'tools/call', { name: 'add' }, { headers: { 'mcp-name': name } });
  assert.is((await call(served, 'tools/call', { name: 'region' }, { headers: { 'mcp-name': '  region ' } })).status, 200);
});

test('[MCP26.removed] removed and unknown methods are 404 and -32601', async ({ served }) => {
  for (const method of [
    'initialize',
    'ping',
    'logging/setLevel',
    'resources/subscribe',
    'resources/unsubscribe',
    'unknown/method',
    'constructor',
    '__proto__',
  ]) {
    await expectError(served, { status: 404, code: -32601 }, method);
  }
  const unnamed = { headers: { 'mcp-name': 'another' } };
  await expectError(served, { status: 404, code: -32601 }, 'tasks/get', { taskId: 'a' }, unnamed);
});

test('[MCP26.capability] a tool that needs what the client did not declare is 400 and -32021, before a stream opens', async ({
  served,
}) => {
  const error = await expectError(served, { status: 400, code: -32021 }, 'tools/call', { name: 'ask' });
  assert.equal(error.data.requiredCapabilities, { elicitation: {} });
});

test('[MCP26.in-band] [MCP26.error-codes] unknown tool, prompt, resource and bad cursor are 200 with -32602', async ({ served }) => {
  await expectError(served, { status: 200, code: -32602 }, 'tools/call', { name: 'nope' });
  await expectError(served, { status: 200, code: -32602 }, 'prompts/get', { name: 'nope' });
  await expectError(served, { status: 200, code: -32602 }, 'tools/list', { cursor: 'garbage' });
  const error = await expectError(served, { status: 200, code: -32602 }, 'resources/read', { uri: 'test://nope' });
  assert.is(error.data.uri, 'test://nope');
});

test('[MCP26.cache-hints] the six results that may be cached say how', async ({ served }) => {
  const requests: [string, Record<string, unknown>][] = [
    ['server/discover', {}],
    ['tools/list', {}],
    ['prompts/list', {}],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['resources/read', { uri: 'test://about' }],
  ];
  for (const [method, params] of requests) {
    const { json } = await call(served, method, params);
    assert.ok(Number.isInteger(json.result.ttlMs), method);
    assert.is(json.result.cacheScope, 'private', method);
    assert.is(json.result.resultType, 'complete');
  }
  assert.is((await call(served, 'prompts/get', { name: 'greet', arguments: { who: 'x' } })).json.result.ttlMs, undefined);
});

test('[MCP26.stream.lazy] a stream opens with the first message and ends with the answer; logs only when asked', async ({ served }) => {
  const quiet = await send({ port: served.port, ...modernRequest('tools/call', { name: 'count' }) });
  assert.match(quiet.headers['content-type'] ?? '', 'application/json');
  const stream = await openStream({
    port: served.port,
    ...modernRequest('tools/call', { name: 'count' }, { meta: { progressToken: 'p', 'io.modelcontextprotocol/logLevel': 'debug' } }),
  });
  assert.match(stream.headers['content-type'] ?? '', 'text/event-stream');
  assert.is(stream.headers['x-accel-buffering'], 'no');
  const methods: unknown[] = [];
  for (let message = await stream.next(); message !== undefined; message = await stream.next())
    methods.push(message.method ?? Object.keys(message));
  assert.equal(methods, ['notifications/progress', 'notifications/message', 'notifications/progress', ['jsonrpc', 'id', 'result']]);
  const request = modernRequest('tools/call', { name: 'count' }, { meta: { progressToken: 'p' }, headers: { accept: 'application/json' } });
  const plain = await send({ port: served.port, ...request });
  assert.match(plain.headers['content-type'] ?? '', 'application/json', 'a client that reads no streams');
});

test('[MCP26.disconnect] a client that goes away cancels its call', async ({ served }) => {
  const started = new Promise<void>((resolve) => (gates.started = resolve));
  const aborted = new Promise<void>((resolve) => (gates.aborted = resolve));
  const { request } = await import('node:http');
  const { headers, body } = modernRequest('tools/call', { name: 'wait' });
  const sent = request({ host: '127.0.0.1', port: served.port, method: 'POST', headers });
  sent.on('error', () => undefined);
  sent.end(body);
  await started;
  sent.destroy();
  await aborted;
});

test('[MCP26.listen] a listen stream acknowledges first and carries only the requested notifications', async ({ served }) => {
  const { changes } = served.application.runtime;
  const stream = await openStream({
    port: served.port,
    ...modernRequest(
      'subscriptions/listen',
      { notifications: { toolsListChanged: true, resourceSubscriptions: ['test://about'] } },
      { id: 'L' },
    ),
  });
  const first = await stream.next();
  assert.is(first?.method, 'notifications/subscriptions/acknowledged');
  changes.publish({ kind: 'prompts' });
  changes.publish({ kind: 'resource', uri: 'test://other' });
  changes.publish({ kind: 'tools' });
  changes.publish({ kind: 'resource', uri: 'test://about' });
  const second = await stream.next();
  const third = await stream.next();
  assert.equal(second, {
    jsonrpc: '2.0',
    method: 'notifications/tools/list_changed',
    params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 'L' } },
  });
  assert.equal(third?.params, { uri: 'test://about', _meta: { 'io.modelcontextprotocol/subscriptionId': 'L' } });
  stream.close();
});

test('[MCP26.listen] a listen stream names a thousand URIs at most, as a list', async ({ served }) => {
  const uris = Array.from({ length: 1000 }, (_, at) => `test://${at}`);
  for (const resourceSubscriptions of ['test://about', { length: 1 }, [...uris, 'test://more']]) {
    const { json } = await call(served, 'subscriptions/listen', { notifications: { resourceSubscriptions } });
    assert.equal([json.error.code, json.error.message], [-32602, '"resourceSubscriptions" must be a list of at most 1000 URIs']);
  }
  const request = modernRequest('subscriptions/listen', { notifications: { resourceSubscriptions: uris } });
  const stream = await openStream({ port: served.port, ...request });
  assert.is((await stream.next())?.method, 'notifications/subscriptions/acknowledged');
  stream.close();
});

test('[MCP26.param-headers] an argument marked x-mcp-header must be in its header', async ({ served }) => {
  const withHeader = (value: string | undefined) => ({ headers: { 'mcp-param-region': value } });
  assert.is((await call(served, 'tools/call', { name: 'region', arguments: {} })).status, 200);
  assert.is(
    (await call(served, 'tools/call', { name: 'region', arguments: { region: 'Hello' } }, withHeader('=?base64?SGVsbG8=?='))).status,
    200,
  );
  await expectError(
    served,
    { status: 400, code: -32020 },
    'tools/call',
    { name: 'region', arguments: { region: 'Hello' } },
    withHeader(undefined),
  );
  await expectError(
    served,
    { status: 400, code: -32020 },
    'tools/call',
    { name: 'region', arguments: { region: 'Hello' } },
    withHeader('=?base64?SGVsbG8?='),
  );
});

test('[MCP.transport.refusals] wrong type 415, no JSON 400/-32700 without id, no message and batch 400/-32600', async ({ served }) => {
  const { headers, body } = modernRequest('tools/list');
  const post = async (changed: Record<string, string>, text: string | Buffer) => {
    const answer = await send({ port: served.port, headers: { ...headers, ...changed }, body: text });
    return [answer.status, parseWire(answer.text).error.code, Object.hasOwn(parseWire(answer.text), 'id')];
  };
  assert.equal(await post({ 'content-type': 'text/plain' }, body), [415, -32000, false]);
  assert.equal(await post({}, '{'), [400, -32700, false]);
  assert.equal(await post({}, Buffer.from([0x22, 0xff, 0x22])), [400, -32700, false]);
  assert.equal(await post({}, '"x"'), [400, -32600, false]);
  assert.equal(await post({}, body.replace('"id":1', '"id":null')), [400, -32600, false]);
  assert.equal(await post({}, `[${body}]`), [400, -32600, false]);
  assert.equal(await post({}, '[]'), [400, -32600, false]);
});

test("[MCP26.era] the body's claim decides, then the header: neither falls through to the handshake", async ({ served }) => {
  await expectError(served, { status: 404, code: -32601 }, 'initialize', { protocolVersion: '2025-11-25' });
  const bare = await send({
    port: served.port,
    headers: { ...legacyHeaders, 'mcp-protocol-version': '2026-07-28' },
    body: initializeBody(),
  });
  assert.equal([bare.status, parseWire(bare.text).error.code], [400, -32602]);
  const notification = modernRequest('notifications/cancelled', { requestId: 1 });
  const withoutId = notification.body.replace('"id":1,', '');
  assert.is((await send({ port: served.port, headers: notification.headers, body: withoutId })).status, 202);
});

test('[MCP26.modern-only] without sessions GET and DELETE are 405 and initialize names the served versions', async () => {
  const modern = await serveSmall({}, { revisions: [revision20260728], features: [] });
  for (const method of ['GET', 'DELETE']) {
    const answer = await send({ port: modern.port, method });
    assert.is(answer.status, 405);
    assert.is(answer.headers.allow, 'POST');
  }
  const answer = await send({ port: modern.port, headers: legacyHeaders, body: initializeBody() });
  assert.is(answer.status, 400);
  assert.equal(parseWire(answer.text).error.data, { supported: ['2026-07-28'], requested: '2025-11-25' });
  await modern.run.stop(0);
});

test.run();
