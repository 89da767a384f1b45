/* Mocks and interceptors of one client, in the order in which they answer: no request reaches a server unless a test says so. */
import { isJsonObject, parseJsonObject } from '@service/sdk/model';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { McpClientBuilder, standardSettings } from '../client/client-builder.ts';
import type { McpClient } from '../client/mcp-client.ts';
import { assertions } from '../matchers/index.ts';
import { rejection } from '../../../../test/support/testing-package.ts';
import { interceptors } from './interceptors.ts';
import { mockResponse } from './mock-response.ts';

/** Answers each request with its own method, so that a test sees what arrived. */
const echo = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    const message = parseJsonObject(text) ?? {};
    if (message['id'] === undefined) return response.writeHead(202).end();
    const params = isJsonObject(message['params']) ? message['params'] : {};
    const result =
      message['method'] === 'initialize'
        ? { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: {} }
        : { echo: message['method'], params };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id: message['id'], result }));
  });
});
await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
const url = new URL(`http://127.0.0.1:${(echo.address() as AddressInfo).port}`);
const clients: McpClient[] = [];

async function connect(): Promise<McpClient> {
  const client = await new McpClientBuilder(standardSettings(url, { publicMode: true })).buildAndConnect();
  clients.push(client);
  return client;
}

test.after(async () => {
  await Promise.all(clients.map((client) => client.disconnect()));
  echo.close();
});

test('[T.46] mocks answer by method and params, so often as they say', async () => {
  const mcp = await connect();
  const handle = mcp.mock.add({
    method: 'tools/call',
    params: { name: 'weather', arguments: { days: [1, 2] } },
    response: ({ params }) => mockResponse.toolResult(`for ${JSON.stringify(params?.['name'])}`),
    times: 1,
    delay: 5,
  });
  const args = { days: [1, 2], city: 'Oslo' };
  const mocked = await mcp.tools.call('weather', args);
  assert.is(mocked.text(), 'for "weather"');
  assert.is((await mcp.tools.call('weather', { days: [1, 2, 3] })).raw.content.length, 0);
  assert.equal(
    (await mcp.raw.request({ method: 'tools/call', params: { name: 'weather', arguments: args } })).result?.['echo'],
    'tools/call',
  );
  assert.equal([handle.callCount(), handle.calls()[0]?.params?.['name']], [1, 'weather']);
  const byPredicate = mcp.mock.add({ method: 'ping', params: (params) => params['x'] === 1, response: { result: { mocked: true } } });
  assert.equal(await mcp.raw.request({ id: 'p', method: 'ping', params: { x: 1 } }), { jsonrpc: '2.0', id: 'p', result: { mocked: true } });
  byPredicate.remove();
  assert.is((await mcp.raw.request({ method: 'ping', params: { x: 1 } })).result?.['echo'], 'ping');
});

test('[T.47] mocks of tools, resources and lists', async () => {
  const mcp = await connect();
  mcp.mock.tool('text', 'plain');
  mcp.mock.tool('data', { a: 1 });
  mcp.mock.toolError('closed', 'RATE_LIMITED', 'Come back later', { times: 1 });
  mcp.mock.resource('a://1', '{"x":1}');
  mcp.mock.resource('a://2', { mimeType: 'text/html', text: '<p>' });
  mcp.mock.resourceError('a://3');
  mcp.mock.resource('a://4', { x: 1 });
  mcp.mock.toolsList([{ name: 'text' }]);
  mcp.mock.resourcesList([{ name: 'a', uri: 'a://1' }]);
  assert.is((await mcp.tools.call('text')).text(), 'plain');
  assert.equal((await mcp.tools.call('data')).json(), { a: 1 });
  assertions.toBeError(await mcp.tools.call('closed'), 'RATE_LIMITED');
  assert.equal((await mcp.resources.read('a://1')).json(), { x: 1 });
  assertions.toHaveMimeType(await mcp.resources.read('a://2'), 'text/html');
  assert.equal((await mcp.resources.read('a://4')).json(), { x: 1 });
  assert.equal((await mcp.resources.read('a://3')).error, { code: -32_002, message: 'Resource not found: a://3', data: { uri: 'a://3' } });
  assertions.toContainTool(await mcp.tools.list(), 'text');
  assertions.toContainResource(await mcp.resources.list(), 'a://1');
  assert.is(mcp.mock.all().length, 9);
  mcp.mock.clear();
  assert.is(mcp.mock.all().length, 0);
});

test('[T.48] [T.49] interceptors pass on, change, answer and refuse', async () => {
  const mcp = await connect();
  const seen: string[] = [];
  const remove = mcp.intercept.request(({ meta, request }) => {
    seen.push(`${request.method} ${meta.transport} ${typeof meta.timestamp} ${meta.sessionId ?? 'no session'}`);
    return { action: 'passthrough' };
  });
  mcp.intercept.request(interceptors.modifyMethod('first', (request) => ({ ...request, method: 'second' })));
  mcp.intercept.request(({ request }) =>
    request.method === 'third' ? { action: 'mock', response: { result: { ours: 1 } } } : { action: 'passthrough' },
  );
  assert.is((await mcp.raw.request({ method: 'first' })).result?.['echo'], 'second');
  assert.equal(await mcp.raw.request({ id: 't', method: 'third' }), { jsonrpc: '2.0', id: 't', result: { ours: 1 } });
  assert.equal(seen, ['first streamable-http number no session', 'third streamable-http number no session']);
  remove();
  const refusal = new Error('mine');
  mcp.intercept.request(({ request }) => (request.method === 'bad' ? { action: 'error', error: refusal } : { action: 'passthrough' }));
  assert.is(await rejection(mcp.raw.request({ method: 'bad' })), refusal);
  const undo = mcp.intercept.failMethod('tools/call');
  mcp.intercept.failMethod('ping', 'no ping');
  assert.is((await rejection(mcp.tools.call('x'))).message, 'Intercepted: tools/call');
  assert.is((await rejection(mcp.raw.request({ method: 'ping' }))).message, 'no ping');
  undo();
  assert.is((await mcp.raw.request({ method: 'tools/call' })).result?.['echo'], 'tools/call');
  assert.is(seen.length, 2);
  mcp.mock.tool('x', 'y');
  mcp.intercept.clear();
  assert.is(mcp.mock.all().length, 1);
  mcp.intercept.clearAll();
  assert.is(mcp.mock.all().length, 0);
});

test('[T.50] mocks come before request interceptors, response interceptors see mocked answers too', async () => {
  const mcp = await connect();
  const order: string[] = [];
  mcp.intercept.request(({ request }) => {
    order.push(`request ${request.method}`);
    return { action: 'passthrough' };
  });
  mcp.intercept.response(({ durationMs, request, response }) => {
    order.push(`response ${request.method} ${typeof durationMs}`);
    return { action: 'modify', response: { ...response, result: { ...response.result, seen: true } } };
  });
  mcp.mock.add({ method: 'mocked', response: { result: {} } });
  mcp.mock.add({ method: 'mocked', response: { result: { second: true } } });
  assert.equal((await mcp.raw.request({ method: 'mocked' })).result, { seen: true });
  assert.is((await mcp.raw.request({ method: 'real' })).result?.['seen'], true);
  await mcp.raw.notify({ method: 'real' });
  assert.equal(order, ['response mocked number', 'request real', 'response real number']);
});

test('[T.51] ready-made interceptors', async () => {
  const mcp = await connect();
  const lines: string[] = [];
  mcp.intercept.request(interceptors.logger((line) => lines.push(line)));
  mcp.intercept.request(interceptors.delay(1));
  mcp.intercept.request(interceptors.failWhen(({ request }) => request.method === 'x', 'never x'));
  mcp.intercept.response(interceptors.responseLogger((line) => lines.push(line.replace(/\(.*\)/, '(n ms)'))));
  mcp.intercept.response(interceptors.modifyResponse('a', (response) => ({ ...response, result: { changed: true } })));
  mcp.intercept.delay(1);
  assert.equal((await mcp.raw.request({ method: 'a' })).result, { changed: true });
  assert.is((await rejection(mcp.raw.request({ method: 'x' }))).message, 'never x');
  assert.equal(lines, ['--> a {}', '<-- a ok (n ms)', '--> x {}']);
});

test('[T.52] mockResponse has the codes of the protocol', () => {
  const { errors } = mockResponse;
  const codes = [
    errors.methodNotFound('x'),
    errors.toolNotFound('x'),
    errors.invalidParams(),
    errors.internalError(),
    errors.resourceNotFound('x'),
    errors.unauthorized(),
    errors.forbidden(),
    mockResponse.error(7, 'x', { a: 1 }),
  ].map(({ error }) => error?.code);
  assert.equal(codes, [-32_601, -32_602, -32_602, -32_603, -32_002, -32_001, -32_003, 7]);
  assert.equal(mockResponse.toolResult([{ type: 'image' }], true).result, { content: [{ type: 'image' }], isError: true });
  assert.equal(mockResponse.toolsList([], 'next').result, { tools: [], nextCursor: 'next' });
  assert.equal(mockResponse.resourcesList([], 'next').result, { resources: [], nextCursor: 'next' });
  assert.equal(mockResponse.resourceRead('a://1', 'x').result, { contents: [{ uri: 'a://1', mimeType: 'text/plain', text: 'x' }] });
  assert.equal(mockResponse.success({}).result, {});
});

test('[T.28] a list that fails, that repeats a cursor, or that never ends, throws', async () => {
  const mcp = await connect();
  mcp.mock.add({ method: 'tools/list', response: { result: { tools: [], nextCursor: 'c' } } });
  assert.is((await rejection(mcp.tools.list())).message, 'tools/list returned the cursor c twice');
  let page = 0;
  mcp.mock.clear();
  mcp.mock.add({ method: 'prompts/list', response: () => mockResponse.success({ prompts: [], nextCursor: String((page += 1)) }) });
  assert.is((await rejection(mcp.prompts.list())).message, 'prompts/list returned more than 1000 pages');
  mcp.mock.add({ method: 'resources/list', response: mockResponse.errors.internalError() });
  assert.is((await rejection(mcp.resources.list())).message, 'resources/list failed: Internal error');
});

test('[T.24] a result of a tool with a page of its own is its structured content', async () => {
  const mcp = await connect();
  mcp.mock.add({
    method: 'tools/call',
    response: mockResponse.success({ content: [{ type: 'text', text: 'shown' }], structuredContent: { rows: 2 }, _meta: { ui: {} } }),
  });
  const result = await mcp.tools.call('table');
  assert.ok(result.hasToolUI());
  assert.equal(result.json(), { rows: 2 });
});

test.run();
