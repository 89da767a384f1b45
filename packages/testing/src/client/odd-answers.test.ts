/* What a client makes of a server that answers wrongly. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '@service/sdk/model';
import { assertions } from '../matchers/index.ts';
import { McpClientBuilder, standardSettings } from './client-builder.ts';

const handshake = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'odd', version: '1' } };

/** By the name of the called tool. */
const answers: Readonly<Record<string, (id: unknown) => object>> = {
  'another id': () => ({ jsonrpc: '2.0', id: 'other', result: { content: [] } }),
  'no version': (id) => ({ id, result: { content: [] } }),
  'both members': (id) => ({ jsonrpc: '2.0', id, result: {}, error: { code: 1, message: 'x' } }),
  'an error without id': () => ({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } }),
  'a text': (id) => ({ jsonrpc: '2.0', id, result: 'done' }),
};

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.on('end', () => {
    const { id, method, params } = JSON.parse(body === '' ? '{}' : body) as { id?: unknown; method?: string; params?: { name?: string } };
    if (id === undefined) return response.writeHead(202).end();
    const answer = method === 'initialize' ? { jsonrpc: '2.0', id, result: handshake } : answers[params?.name ?? '']?.(id);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const mcp = await new McpClientBuilder(standardSettings(new URL(`http://127.0.0.1:${port}/`), { publicMode: true })).buildAndConnect();

test.after(async () => {
  await mcp.disconnect();
  server.close();
});

const ask = (name: string): Promise<unknown> => mcp.raw.request({ id: 7, method: 'tools/call', params: { name } satisfies JsonObject });

test('[testing.as-sent] an answer to another request is a failure', async () => {
  const message = 'The server answered request 7 with the id "other"';
  assert.equal(await ask('another id'), { jsonrpc: '2.0', id: 7, error: { code: -32_600, message } });
  assertions.toBeError(await mcp.tools.call('another id'), -32_600);
});

test('[testing.as-sent] faults of a response stay visible', async () => {
  assert.equal(await ask('no version'), { id: 7, result: { content: [] } });
  assertions.not.toBeValidJsonRpc(await ask('no version'));
  assertions.not.toBeValidJsonRpc(await ask('both members'));
});

test('[testing.as-sent] errors without id, and results of any type, are responses', async () => {
  assertions.toHaveErrorCode(await ask('an error without id'), -32_700);
  assertions.toBeValidJsonRpc(await ask('a text'));
});

test.run();
