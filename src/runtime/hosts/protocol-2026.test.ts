import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { protocolServer } from '../../../test/support/protocol-servers.ts';
import { serveSmall, type Served } from '../../../test/support/serve-small.ts';
import { authorSchema, strictServer } from '../../../test/support/strict-server.ts';
import { modernRequest, openStream, parseWire, send } from '../../../test/support/wire-client.ts';

const test = suite<{ served: Served; small: Served }>('rules of 2026-07-28');

test.before(async (context) => {
  context.served = await serveSmall({}, strictServer);
  context.small = await serveSmall();
});
test.after(async ({ served, small }) => {
  await served.run.stop(0);
  await small.run.stop(0);
});

async function call(port: number, ...request: Parameters<typeof modernRequest>) {
  const answer = await send({ port, ...modernRequest(...request) });
  return { ...answer, json: parseWire(answer.text) };
}

const version = 'io.modelcontextprotocol/protocolVersion';
const capabilities = 'io.modelcontextprotocol/clientCapabilities';
const subscription = 'io.modelcontextprotocol/subscriptionId';

test('[MCP26.order] of several faults the first of the fixed order is answered', async ({ small }) => {
  // Each step repairs what the one before was refused for; everything after it is still wrong.
  const steps: [string, Record<string, unknown>, Record<string, string | undefined>, number, number][] = [
    ['nothing', { [version]: 'v9', [capabilities]: [] }, { 'mcp-protocol-version': 'v8', 'mcp-method': 'x' }, 400, -32602],
    ['nothing', { [version]: 'v9' }, { 'mcp-protocol-version': 'v8', 'mcp-method': 'x' }, 400, -32020],
    ['nothing', { [version]: 'v9' }, { 'mcp-protocol-version': 'v9', 'mcp-method': 'x' }, 400, -32022],
    ['nothing', {}, { 'mcp-method': 'x' }, 400, -32020],
    ['nothing', {}, {}, 404, -32601],
    ['tools/call', {}, { 'mcp-name': 'x' }, 400, -32020],
    ['tools/call', {}, {}, 400, -32020],
  ];
  const params = { name: 'region', arguments: { region: 'here' } };
  for (const [method, meta, headers, status, code] of steps) {
    const answer = await call(small.port, method, params, { meta, headers });
    assert.equal([answer.status, answer.json.error.code], [status, code], `${method} ${JSON.stringify(headers)}`);
  }
  assert.is((await call(small.port, 'tools/call', params, { headers: { 'mcp-param-region': 'here' } })).status, 200);
});

test('[MCP.era.methods] other HTTP methods are 405 and say which are served', async ({ served }) => {
  for (const method of ['PUT', 'PATCH']) {
    const answer = await send({ port: served.port, method });
    assert.equal([answer.status, answer.headers.allow], [405, 'GET, POST, DELETE'], method);
  }
});

test('[MCP26.capabilities] a kind that is not declared does not answer, one that is does', async ({ small }) => {
  const served = await serveSmall({}, { server: protocolServer('full') });
  const methods = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'];
  for (const [port, kinds] of [
    [served.port, ['tools']],
    [small.port, ['tools', 'resources', 'prompts']],
  ] as const) {
    const declared: unknown = Reflect.get((await call(port, 'server/discover')).json.result, 'capabilities');
    for (const method of methods) {
      const kind = method.slice(0, method.indexOf('/'));
      const offered = kinds.some((one) => one === kind);
      assert.is(kind in Object(declared), offered, kind);
      const { status, json } = await call(port, method);
      assert.equal([status, json.error?.code], offered ? [200, undefined] : [404, -32601], method);
    }
  }
  for (const [method, params] of [
    ['resources/read', { uri: 'test://none' }],
    ['prompts/get', { name: 'none' }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'none' }, argument: { name: 'a', value: '' } }],
  ] as const)
    assert.equal([(await call(served.port, method, params)).status], [404], method);
  await served.run.stop(0);
});

test('[MCP26.sessionless] session and resume headers are ignored, none is given, and events have no id', async ({ small }) => {
  const headers = { 'mcp-session-id': 'made-up', 'last-event-id': '1-1' };
  const plain = await call(small.port, 'tools/list', {}, { headers });
  assert.equal([plain.status, plain.headers['mcp-session-id']], [200, undefined]);
  const streamed = await call(small.port, 'server/discover', {}, { headers });
  assert.is(streamed.status, 200);
  const request = modernRequest('tools/call', { name: 'count' }, { headers, meta: { progressToken: 1 } });
  const { headers: given, text } = await send({ port: small.port, ...request });
  assert.is(given['mcp-session-id'], undefined);
  assert.match(given['content-type'] ?? '', 'text/event-stream');
  assert.match(given['cache-control'] ?? '', 'no-cache');
  assert.not.match(text, /^(id|retry):/m);
});

test('[MCP26.headers.names] header names have no case; a header of no argument is ignored', async ({ small }) => {
  const { headers, body } = modernRequest('tools/call', { name: 'add', arguments: { a: 1, b: 2 } });
  const shouted = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), ` ${value} `]));
  assert.is((await send({ port: small.port, headers: { ...shouted, 'MCP-PARAM-OTHER': 'x' }, body })).status, 200);
});

test('[MCP26.stateless] an answer depends on nothing that was asked before; clientInfo is not needed', async ({ served }) => {
  const ask = async () => (await call(served.port, 'tools/list')).text;
  const before = await ask();
  await call(
    served.port,
    'tools/call',
    { name: 'nothing' },
    { meta: { 'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' } } },
  );
  await call(served.port, 'prompts/get', { name: 'greet' });
  assert.is(await ask(), before);
});

test('[MCP26.notifications] every notification is 202 without a body', async ({ served }) => {
  for (const method of ['notifications/initialized', 'notifications/none', 'tools/call']) {
    const { headers, body } = modernRequest(method);
    const answer = await send({ port: served.port, headers, body: body.replace('"id":1,', '') });
    assert.equal([answer.status, answer.text], [202, ''], method);
  }
});

test('[MCP26.listen.id] every frame names its stream in the type of its request; streams stand side by side', async ({ served }) => {
  const notifications = { toolsListChanged: true, promptsListChanged: false, somethingNew: true };
  const listen = (id: unknown) => openStream({ port: served.port, ...modernRequest('subscriptions/listen', { notifications }, { id }) });
  const streams = new Map<unknown, Awaited<ReturnType<typeof listen>>>([
    [7, await listen(7)],
    ['7', await listen('7')],
  ]);
  for (const [id, stream] of streams) {
    const params = { notifications: { toolsListChanged: true }, _meta: { [subscription]: id } };
    assert.equal((await stream.next())?.params, params, 'the acknowledgement names what was agreed');
  }
  served.application.runtime.changes.publish({ kind: 'tools' });
  for (const [id, stream] of streams) {
    assert.equal((await stream.next())?.params, { _meta: { [subscription]: id } });
    stream.close();
  }
});

test('[MCP26.listen.end] a server that ends a stream answers it first', async () => {
  const served = await serveSmall({}, strictServer);
  const request = modernRequest('subscriptions/listen', { notifications: { toolsListChanged: true } }, { id: 'L' });
  const stream = await openStream({ port: served.port, ...request });
  await stream.next();
  await served.run.stop(5);
  const last = await stream.next();
  assert.is(last?.id, 'L');
  assert.match(JSON.stringify(last), `"${subscription}":"L"`);
  assert.match(JSON.stringify(last), '"resultType":"complete"');
  assert.is(await stream.next(), undefined);
});

test('[MCP.tools.arguments-absent] [MCP.tools.content] a call without arguments is one with none; content is always there', async ({
  served,
}) => {
  const { json } = await call(served.port, 'tools/call', { name: 'nothing' });
  assert.ok(Array.isArray(json.result.content));
});

test('[MCP.tools.schema] the author’s schema is listed as it was written; every input schema is of an object', async ({ served }) => {
  const { tools } = (await call(served.port, 'tools/list')).json.result;
  const schemas = new Map(tools.map((tool) => [Reflect.get(tool, 'name'), Reflect.get(tool, 'inputSchema')]));
  assert.equal(schemas.get('authored'), authorSchema);
  assert.equal([...schemas.keys()], ['backwards', 'nothing', 'list', 'authored', 'hold'], 'in the order of registration');
  for (const schema of schemas.values()) assert.is(Reflect.get(schema, 'type'), 'object');
});

test('[MCP.progress] progress has the token of its request, in its type, and rises: what does not is not sent', async ({ served }) => {
  for (const progressToken of ['p', 0]) {
    const request = modernRequest('tools/call', { name: 'backwards' }, { meta: { progressToken } });
    const stream = await openStream({ port: served.port, ...request });
    for (const progress of [1, 2, 3]) assert.equal((await stream.next())?.params, { progressToken, progress });
    assert.match(JSON.stringify(await stream.next()), '"resultType":"complete"');
    assert.is(await stream.next(), undefined);
  }
  const quiet = await call(served.port, 'tools/call', { name: 'backwards' });
  assert.match(quiet.headers['content-type'] ?? '', 'application/json', 'nobody asked');
});

test('[MCP.completion.refs] a completion for an unknown reference is -32602', async ({ served }) => {
  const argument = { name: 'a', value: '' };
  for (const ref of [{ type: 'ref/prompt', name: 'none' }, { type: 'ref/resource', uri: 'test://none/{a}' }, { type: 'ref/other' }, 7]) {
    const { status, json } = await call(served.port, 'completion/complete', { ref, argument });
    assert.equal([status, json.error.code], [200, -32602], JSON.stringify(ref));
  }
});

test.run();
