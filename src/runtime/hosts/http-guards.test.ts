import { Service } from '@service/sdk/define';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serveSmall, type Served } from '../../../test/support/serve-small.ts';
import { parseWire, modernRequest, send, sendRaw } from '../../../test/support/wire-client.ts';

const test = suite<{ served: Served }>('http guards');

test.before(async (context) => {
  context.served = await serveSmall({ SERVICE_HTTP_ENTRY_PATH: 'mcp/' });
});
test.after(async (context) => {
  await context.served.run.stop(0);
});

const forbidden = (header: string): string => JSON.stringify({ error: 'Forbidden', message: `Invalid ${header} header` });

test("[D2.host.refusal] a foreign Host is refused with the document's body before anything else, health checks included", async ({
  served,
}) => {
  for (const path of ['/mcp', '/healthz', '/nothing']) {
    const answer = await send({ port: served.port, method: 'GET', path, headers: { host: 'evil.example' } });
    assert.is(answer.status, 403);
    assert.is(answer.text, forbidden('Host'));
    assert.is(answer.headers['x-content-type-options'], 'nosniff');
    assert.is(answer.headers['x-frame-options'], 'DENY');
  }
});

test('[D2.host.disabled] enabled: false turns the check off', async () => {
  class Unchecked {}
  Service({ info: { name: 'u', version: '1' }, tools: [], http: { security: { dnsRebindingProtection: { enabled: false } } } })(Unchecked);
  const unchecked = await serveSmall({ SERVICE_ALLOWED_HOSTS: 'a.example' }, { server: Unchecked });
  const answer = await send({ port: unchecked.port, method: 'GET', path: '/healthz', headers: { host: 'evil.example' } });
  assert.is(answer.status, 200);
  await unchecked.run.stop(0);
});

test('[D2.host.forwarded] X-Forwarded-Host is checked too, each of its items', async ({ served }) => {
  for (const value of ['evil.example', 'localhost, evil.example']) {
    const answer = await send({ port: served.port, method: 'GET', path: '/healthz', headers: { 'x-forwarded-host': value } });
    assert.is(answer.text, forbidden('X-Forwarded-Host'));
  }
  assert.is(
    (await send({ port: served.port, method: 'GET', path: '/healthz', headers: { 'x-forwarded-host': 'localhost:1' } })).status,
    200,
  );
});

test('[D2.host.raw] two Hosts, no Host and an absolute target are refused', async ({ served }) => {
  const tail = 'connection: close\r\n\r\n';
  assert.match(await sendRaw(served.port, `GET /healthz HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n${tail}`), /^HTTP\/1.1 403/);
  assert.match(await sendRaw(served.port, `GET /healthz HTTP/1.1\r\nhost: localhost\r\nHost: localhost\r\n${tail}`), /^HTTP\/1.1 403/);
  const missing = await sendRaw(served.port, `GET /healthz HTTP/1.1\r\n${tail}`);
  assert.match(missing, /^HTTP\/1.1 403/);
  assert.match(missing, 'Invalid Host header');
  assert.match(
    await sendRaw(served.port, `GET http://evil.example/healthz HTTP/1.1\r\nhost: localhost\r\n${tail}`),
    /^HTTP\/1.1 (400|403|404)/,
  );
  assert.match(await sendRaw(served.port, `GET /healthz HTTP/1.0\r\n\r\n`), /^HTTP\/1.1 403/);
});

test('[D2.headers.every-answer] even requests that node cannot parse are answered with the fixed headers', async ({ served }) => {
  for (const bytes of ['NOT HTTP\r\n\r\n', `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`]) {
    const answer = await sendRaw(served.port, bytes);
    assert.match(answer, /^HTTP\/1.1 4/);
    assert.match(answer, 'x-content-type-options: nosniff');
    assert.match(answer, 'x-frame-options: DENY');
  }
});

test('[R12.sec-fetch-site] a foreign page cannot reach the endpoint while host checks are on', async ({ served }) => {
  const { headers, body } = modernRequest('tools/list');
  const crossSite = await send({ port: served.port, path: '/mcp', headers: { ...headers, 'sec-fetch-site': 'cross-site' }, body });
  assert.is(crossSite.status, 403);
  assert.is(
    (
      await send({
        port: served.port,
        path: '/mcp',
        headers: { ...headers, origin: 'http://localhost:9', 'sec-fetch-site': 'same-site' },
        body,
      })
    ).status,
    200,
  );
  assert.is(
    (await send({ port: served.port, path: '/mcp', headers: { ...headers, origin: 'https://evil.example' }, body })).status,
    200,
    'a bare Origin is only refused with a list',
  );
});

test('[D2.404.node] an unknown path is an HTML page that runs nothing and shows the path as text', async ({ served }) => {
  const answer = await sendRaw(served.port, 'GET /<script>alert(1)</script> HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  assert.match(answer, /^HTTP\/1.1 404/);
  assert.match(answer, "content-security-policy: default-src 'none'");
  assert.match(answer, 'content-type: text/html');
  assert.match(answer, '&lt;script&gt;');
  assert.not.match(answer, '<script>');
});

test("[D2.body-limit] a body over the limit is refused with the document's 413, announced or not", async ({ served }) => {
  const body = `{"jsonrpc":"2.0","x":"${'a'.repeat(4 * 1024 * 1024)}"}`;
  const announced = await send({
    port: served.port,
    path: '/mcp',
    headers: { 'content-type': 'application/json', 'content-length': String(body.length) },
    body,
  });
  assert.is(announced.status, 413);
  assert.equal(parseWire(announced.text), {
    jsonrpc: '2.0',
    id: null,
    error: { code: -32600, message: 'Payload Too Large', data: { limit: 4_194_304, length: body.length } },
  });
  const chunked = await send({
    port: served.port,
    path: '/mcp',
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    body,
  });
  assert.is(chunked.status, 413);
  assert.is(chunked.headers['x-content-type-options'], 'nosniff');
});

test('[D2.health] health checks answer without credentials, HEAD included; other methods are 405 with Allow', async ({ served }) => {
  for (const [path, status] of [
    ['/healthz', 'ok'],
    ['/health', 'ok'],
    ['/readyz', 'ready'],
  ]) {
    const answer = await send({ port: served.port, method: 'GET', path });
    assert.is(answer.status, 200);
    assert.is(parseWire(answer.text).status, status);
  }
  const head = await send({ port: served.port, method: 'HEAD', path: '/healthz' });
  assert.is(head.status, 200);
  assert.is(head.text, '');
  const post = await send({ port: served.port, path: '/healthz' });
  assert.is(post.status, 405);
  assert.is(post.headers.allow, 'GET');
});

test('[D2.endpoint.path] the endpoint is where the entry path says, with a leading slash and no trailing one', async ({ served }) => {
  const { headers, body } = modernRequest('tools/list');
  assert.is((await send({ port: served.port, path: '/mcp', headers, body })).status, 200);
  assert.is((await send({ port: served.port, path: '/', headers, body })).status, 404);
  assert.is((await send({ port: served.port, path: '/mcp/../mcp', headers, body })).status, 404);
  const put = await send({ port: served.port, method: 'PUT', path: '/mcp' });
  assert.is(put.status, 405);
  assert.is(put.headers.allow, 'GET, POST, DELETE');
});

test('[D2.endpoint.root] without an entry path the endpoint is the root', async () => {
  const root = await serveSmall();
  const { headers, body } = modernRequest('server/discover');
  assert.is((await send({ port: root.port, path: '/', headers, body })).status, 200);
  await root.run.stop(0);
});

test('[D2.origin.list] with allowedOrigins an unlisted Origin is 403 and no Origin passes', async () => {
  const listed = await serveSmall();
  const allowed = ['https://app.example', 'http://localhost'];
  const { isRefusedOrigin } = await import('../http/guards/foreign-pages.ts');
  const exchange = (origin: string | undefined) => ({
    method: 'POST',
    path: '/',
    query: '',
    secure: false,
    signal: new AbortController().signal,
    header: (name: string) => (name === 'origin' ? origin : undefined),
    eachHeader: () => undefined,
    text: async () => '',
    bytes: async () => new Uint8Array(),
  });
  assert.not.ok(isRefusedOrigin(allowed, exchange(undefined)));
  assert.not.ok(isRefusedOrigin(allowed, exchange('https://app.example')));
  assert.not.ok(isRefusedOrigin(allowed, exchange('http://localhost:5173')));
  for (const origin of [
    'null',
    'https://evil.example',
    'https://app.example, https://app.example',
    'https://app.example.evil',
    'http://localhost.evil:1',
    'https://app.example:8443',
  ])
    assert.ok(isRefusedOrigin(allowed, exchange(origin)), origin);
  await listed.run.stop(0);
});

test.run();
