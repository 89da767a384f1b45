import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fetchSmall } from '../../../test/support/fetch-small.ts';
import { Service } from '../define/index.ts';

test('[D2.worker.session-secret] [R16.shared-key] without a key a production worker with a store refuses older clients alone; others do not start', async () => {
  const store = createServer((_, answer) => answer.end('{"result":"PONG"}'));
  store.listen(0, '127.0.0.1');
  await once(store, 'listening');
  const { port } = store.address() as AddressInfo;

  @Service({
    info: { name: 'kept', version: '1.0.0' },
    tools: [],
    redis: { provider: 'http-kv', url: `http://127.0.0.1:${port}`, token: 'token' },
    transport: { eventStore: { enabled: true, provider: 'redis' } },
  })
  class Server {}

  const said = async (env: string, method: string): Promise<readonly [number, string]> => {
    const describe = () => ({ os: 'unknown', runtime: 'edge', deployment: 'serverless', surface: 'mcp', env }) as const;
    const { handler } = fetchSmall({ server: Server, platform: { describe } });
    const isOld = method === 'initialize';
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(isOld ? {} : { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method }),
    };
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
    const params = isOld ? { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } } : { _meta };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await handler(new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body }));
    return [answer.status, await answer.text()];
  };
  try {
    assert.equal((await said('production', 'server/discover'))[0], 200);
    const [status, text] = await said('production', 'initialize');
    assert.is(status, 500);
    assert.match(text, '"code":"SESSION_SECRET_REQUIRED"');
    const [refused, reason] = await said('development', 'server/discover');
    assert.is(refused, 500);
    assert.match(reason, 'set MCP_SESSION_SECRET to one value for all');
    assert.not.match(reason, 'transport.eventStore');
  } finally {
    store.close();
    store.closeAllConnections();
  }
});

test('[I4.start.all] a lifetime of sessions from a variable that is not set stops a start', async () => {
  @Service({
    info: { name: 'kept', version: '1.0.0' },
    tools: [],
    transport: { persistence: { redis: { host: 'localhost' }, defaultTtlMs: Number.NaN } },
  })
  class Server {}

  const { handler } = fetchSmall({
    server: Server,
    platform: { describe: () => ({ os: 'unknown', runtime: 'edge', deployment: 'serverless', surface: 'mcp', env: 'development' }) },
  });
  const answer = await handler(new Request('http://127.0.0.1/mcp', { method: 'POST' }));
  assert.match(await answer.text(), 'transport.persistence.defaultTtlMs must be a number of 0 or more');
});

test.run();
