import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serveSmall, type Served } from '../../../test/support/serve-small.ts';
import { send } from '../../../test/support/wire-client.ts';
import type { HttpExchange } from '../web/exchange.ts';

test('requests are served and guarded at the path without the slash, and only at that', async () => {
  const served = await serveSmall({ SERVICE_HTTP_ENTRY_PATH: '/mcp' });
  try {
    const statusOf = async (path: string, method = 'GET'): Promise<number> => (await send({ port: served.port, method, path })).status;
    assert.equal([await statusOf('/healthz'), await statusOf('/healthz/'), await statusOf('/healthz//')], [200, 200, 404]);
    assert.equal([await statusOf('/healthzx'), await statusOf('/mcpx', 'POST'), await statusOf('/mcp//', 'POST')], [404, 404, 404]);
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' };
    for (const path of ['/mcp', '/mcp/'])
      assert.is((await send({ port: served.port, path, headers: foreign, body: '{}' })).status, 403, path);
  } finally {
    await served.run.stop(0);
  }
});

test('pages of an origin that is listed may read and call, others may not', async () => {
  const served = await serveSmall({ SERVICE_CORS_ORIGINS: 'https://app.example' });
  const plain = await serveSmall();
  try {
    const ask = async ({ port }: Served, origin: string, change: Readonly<Record<string, unknown>> = {}) => {
      const headers = { origin, 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' };
      const answer = await send({ port, path: '/', headers, body: '{}', ...change });
      return [answer.status, answer.headers['access-control-allow-origin']];
    };
    const own = 'https://app.example';
    assert.equal(await ask(served, own), [400, own]);
    assert.equal(await ask(served, 'https://evil.example'), [403, undefined]);
    assert.equal(await ask(plain, own), [403, undefined]);
    const preflight = { method: 'OPTIONS', headers: { origin: own, 'access-control-request-method': 'POST' }, body: '' };
    assert.equal(await ask(served, own, preflight), [204, own]);
    assert.is((await ask(plain, own, preflight))[1], undefined);
  } finally {
    await Promise.all([served.run.stop(0), plain.run.stop(0)]);
  }
});

test('[I15.totals.proxies] a forwarding header is believed where a proxy is trusted, and nowhere else', async () => {
  const addressWith = async (variables: Record<string, string>): Promise<unknown> => {
    const { application, run } = await serveSmall(variables);
    const headers: Readonly<Record<string, string>> = { host: 'localhost', 'x-forwarded-for': '198.51.100.7' };
    const exchange: HttpExchange = {
      method: 'GET',
      path: '/healthz',
      query: '',
      peerAddress: '127.0.0.1',
      secure: false,
      signal: new AbortController().signal,
      header: (name) => headers[name],
      eachHeader: () => undefined,
      text: () => '',
      bytes: () => new Uint8Array(),
    };
    try {
      assert.is((await application.handle(exchange)).status, 200);
      return exchange.peerAddress;
    } finally {
      await run.stop(0);
    }
  };
  assert.equal([await addressWith({}), await addressWith({ SERVICE_TRUST_PROXY: '1' })], ['127.0.0.1', '198.51.100.7']);
});

test.run();
