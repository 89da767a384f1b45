import { request } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serveSmall, type Served } from '../../../test/support/serve-small.ts';
import { held, strictServer } from '../../../test/support/strict-server.ts';
import { initializeBody, legacyBody, legacyHeaders, openStream, parseWire, send } from '../../../test/support/wire-client.ts';

const test = suite<{ served: Served }>('rules of the revisions with sessions');

test.before(async (context) => {
  context.served = await serveSmall({}, strictServer);
});
test.after(async ({ served }) => {
  await served.run.stop(0);
});

async function open(port: number, version = '2025-11-25', more: Record<string, string> = {}) {
  const opened = await send({ port, headers: { ...legacyHeaders, ...more }, body: initializeBody(version) });
  const headers = { ...legacyHeaders, 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  const post = async (method: string, params?: Record<string, unknown>, id: unknown = 1) => {
    const answer = await send({ port, headers, body: legacyBody(method, params, id) });
    return { ...answer, json: parseWire(answer.text === '' ? 'null' : answer.text) };
  };
  return { opened, headers, post };
}

test('[MCP.initialize.headers] a handshake that names its version and method in headers is served', async ({ served }) => {
  const { opened } = await open(served.port, '2025-11-25', { 'mcp-protocol-version': '2025-11-25', 'mcp-method': 'initialize' });
  assert.equal([opened.status, parseWire(opened.text).result.protocolVersion], [200, '2025-11-25']);
});

test('[MCP.session.id-once] the session id is on the answer to initialize alone', async ({ served }) => {
  const { post } = await open(served.port);
  for (const method of ['ping', 'tools/list', 'nothing']) assert.is((await post(method)).headers['mcp-session-id'], undefined, method);
});

test('[MCP.empty-results] ping, log level and subscriptions are answered with exactly {}', async ({ served }) => {
  for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    const { post } = await open(served.port, version);
    for (const [method, params] of [
      ['ping', undefined],
      ['logging/setLevel', { level: 'warning' }],
      ['resources/subscribe', { uri: 'test://note' }],
      ['resources/unsubscribe', { uri: 'test://note' }],
    ] as const)
      assert.equal((await post(method, params)).json, { jsonrpc: '2.0', id: 1, result: {} }, `${version} ${method}`);
  }
});

test('[MCP.resource.unknown-updates] updates of an unknown resource are -32002 with its URI', async ({ served }) => {
  const { post } = await open(served.port);
  const { error } = (await post('resources/subscribe', { uri: 'test://nowhere' })).json;
  assert.equal([error.code, error.data], [-32002, { uri: 'test://nowhere' }]);
  // Only its owner hears of a credential, which is no resource of the list; files of skills never change.
  for (const uri of ['credential://mail', 'skill://notes/SKILL.md'])
    assert.equal((await post('resources/subscribe', { uri })).json.result, {}, uri);
});

test('[MCP.logging.level] an unknown log level is -32602', async ({ served }) => {
  const { post } = await open(served.port);
  for (const level of ['loud', 'INFO', 3, null, undefined])
    assert.is((await post('logging/setLevel', { level })).json.error.code, -32602, String(level));
});

test('[MCP.rpc.notification] every notification is 202 without a body', async ({ served }) => {
  const { headers } = await open(served.port);
  for (const method of ['notifications/initialized', 'notifications/none', 'tools/call']) {
    const answer = await send({ port: served.port, headers, body: legacyBody(method, {}) });
    assert.equal([answer.status, answer.text], [202, ''], method);
  }
});

test('[MCP.one-stream] what belongs to a call is on the stream of its call alone, background messages on the other alone', async ({
  served,
}) => {
  const { headers } = await open(served.port);
  const background = await openStream({ port: served.port, method: 'GET', headers });
  const started = new Promise<void>((resolve) => (held.started = resolve));
  const body = legacyBody('tools/call', { name: 'hold', _meta: { progressToken: 'p' } }, 'h');
  const call = await openStream({ port: served.port, headers, body });
  await started;
  served.application.runtime.changes.publish({ kind: 'tools' });
  held.end();
  assert.is((await call.next())?.method, 'notifications/progress');
  assert.is((await call.next())?.id, 'h');
  assert.is(await call.next(), undefined);
  assert.is((await background.next())?.method, 'notifications/tools/list_changed');
  await send({ port: served.port, method: 'DELETE', headers });
  assert.is(await background.next(), undefined, 'neither progress nor the answer came here');
});

test('[MCP.disconnect] a client that leaves has not cancelled its call', async ({ served }) => {
  const { headers, post } = await open(served.port);
  const started = new Promise<void>((resolve) => (held.started = resolve));
  const sent = request({ host: '127.0.0.1', port: served.port, method: 'POST', headers });
  const left = new Promise<void>((resolve) => sent.on('close', resolve));
  sent.on('error', () => undefined);
  sent.end(legacyBody('tools/call', { name: 'hold' }, 'h'));
  await started;
  sent.destroy();
  await left;
  // A whole exchange later the server has seen the end of the first connection; the call still holds its id.
  await post('ping', undefined, 'other');
  assert.equal([(await post('ping', undefined, 'h')).status, held.aborted], [400, false]);
  held.end();
});

test('[MCP.structured.object] before 2026-07-28 structured content is an object; a list stays as text', async ({ served }) => {
  for (const version of ['2025-06-18', '2025-11-25']) {
    const { post } = await open(served.port, version);
    const { result } = (await post('tools/call', { name: 'list' })).json;
    assert.is(result.content[0].type, 'text', version);
    assert.ok(
      result.structuredContent === undefined || (typeof result.structuredContent === 'object' && !Array.isArray(result.structuredContent)),
      JSON.stringify(result),
    );
    for (const tool of (await post('tools/list')).json.result.tools) {
      const schema: unknown = Reflect.get(tool, 'outputSchema');
      if (typeof schema === 'object' && schema !== null) assert.is(Reflect.get(schema, 'type'), 'object');
    }
  }
});

test('[MCP.legacy.no-hints] results of older revisions have neither resultType nor cache hints', async ({ served }) => {
  const { post } = await open(served.port);
  const requests: [string, Record<string, unknown>][] = [
    ['tools/list', {}],
    ['prompts/list', {}],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['resources/read', { uri: 'test://note' }],
    ['prompts/get', { name: 'greet' }],
    ['tools/call', { name: 'nothing' }],
  ];
  for (const [method, params] of requests) {
    const { result } = (await post(method, params)).json;
    for (const member of ['resultType', 'ttlMs', 'cacheScope', '_meta']) assert.not.ok(member in result, `${method} ${member}`);
  }
});

test('[MCP.resource.unknown] an unknown resource is -32002 with its URI, never empty contents', async ({ served }) => {
  const { post } = await open(served.port);
  const { error } = (await post('resources/read', { uri: 'test://none' })).json;
  assert.equal([error.code, error.data.uri], [-32002, 'test://none']);
});

test.run();
