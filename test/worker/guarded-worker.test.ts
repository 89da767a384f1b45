/* The fetch handler: the same sections as guarded-headers, guarded-security and guarded-operations, on worker bundles on workerd. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bootGuardedWorker } from '../support/guarded-worker.ts';
import type { Given, GuardedServer } from '../support/guarded.ts';
import { checkTrailingSlash } from '../support/trailing-slash.ts';
import { modernRequest, parseWire } from '../support/wire-client.ts';

async function withWorker(given: Given, use: (server: GuardedServer) => Promise<void>): Promise<void> {
  const server = await bootGuardedWorker(given);
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}

const policy = "default-src 'self'; upgrade-insecure-requests";
const tooLarge = (limit: number, length: number): object => ({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'Payload Too Large', data: { limit, length } },
});

test('[D2.fetch.defaults] without options: two headers, no CORS, public routes, no metrics, no readiness, JSON for unknown paths', () =>
  withWorker({ options: { security: { dnsRebindingProtection: { allowedHosts: undefined } } } }, async (server) => {
    const health = await server.get('/healthz', { origin: 'https://a.example', host: 'evil.example' });
    assert.is(health.status, 200);
    assert.equal(JSON.parse(health.text), { status: 'ok', server: { name: 'guarded', version: '1.0.0' }, transport: 'web-fetch' });
    const { 'x-content-type-options': sniff, 'x-frame-options': frame } = health.headers;
    assert.equal([sniff, frame], ['nosniff', 'DENY']);
    for (const name of ['strict-transport-security', 'content-security-policy', 'access-control-allow-origin'])
      assert.is(health.headers[name], undefined, name);
    assert.equal(JSON.parse((await server.get('/health')).text), JSON.parse(health.text));
    for (const path of ['/readyz', '/metrics', '/made-up', '/']) {
      const unknown = await server.get(path);
      assert.is(unknown.status, 404, path);
      assert.equal(JSON.parse(unknown.text), { error: 'Not Found', entryPaths: ['/mcp'] });
      assert.is(unknown.headers['x-frame-options'], 'DENY');
    }
    assert.is((await server.get('/private')).status, 200);
    assert.is((await server.call('echo', { value: 'a' })).status, 200);
    const gone = await server.send({ path: '/mcp/message?sessionId=made-up', headers: { 'content-type': 'application/json' }, body: '{}' });
    assert.is(gone.status, 404);
    assert.match(gone.text, '"message":"invalid session id"');
  }));

test('[D2.fetch.routes] [slash.dropped] [slash.untouched] a slash at the end of own paths alone is dropped; what a route answers arrives byte for byte: text, bytes and a stream of both halves of a character', () =>
  withWorker({}, async (server) => {
    const sent = await server.send({ path: '/shown', headers: { 'content-type': 'text/plain' }, body: 'é€😀' });
    assert.equal([sent.status, (JSON.parse(sent.text) as { body: string }).body], [200, 'é€😀']);
    assert.is(sent.headers['content-type'], 'application/json');
    const halves = await server.get('/halves');
    assert.equal([halves.status, halves.text], [200, 'a€b']);
    await checkTrailingSlash(server);
  }));

test('[D2.fetch.options] headers, policy, hosts, origins, CORS, limits, readiness and metrics of the options', () =>
  withWorker(
    {
      options: {
        bodyLimit: '1kb',
        urlencodedLimit: 60,
        cors: { origin: ['https://a.example'], credentials: true, maxAge: 5 },
        security: { dnsRebindingProtection: { allowedOrigins: ['https://a.example'] } },
        securityHeaders: {
          hsts: 'max-age=9',
          contentTypeOptions: false,
          frameOptions: 'SAMEORIGIN',
          custom: { 'X-Own': 'of code' },
          csp: {
            enabled: true,
            directives: { 'default-src': ["'self'"], 'upgrade-insecure-requests': '' },
            reportUri: '/r',
            reportOnly: true,
          },
        },
        health: { readyz: { enabled: true } },
        metrics: { enabled: true },
      },
      // Code wins over every one of them.
      variables: { SERVICE_HSTS: 'max-age=1', SERVICE_FRAME_OPTIONS: 'off', SERVICE_ALLOWED_HOSTS: 'b.example', SERVICE_CORS_ORIGINS: '*' },
    },
    async (server) => {
      const { headers } = await server.get('/healthz', { origin: 'https://a.example' });
      const wanted = {
        'strict-transport-security': 'max-age=9',
        'x-content-type-options': undefined,
        'x-frame-options': 'SAMEORIGIN',
        'x-own': 'of code',
        'content-security-policy': undefined,
        'content-security-policy-report-only': `${policy}; report-uri /r`,
        'access-control-allow-origin': 'https://a.example',
        'access-control-allow-credentials': 'true',
      };
      for (const [name, value] of Object.entries(wanted)) assert.is(headers[name], value, name);
      const asked = { origin: 'https://a.example', 'access-control-request-method': 'POST' };
      const preflight = await server.send({ method: 'OPTIONS', path: '/mcp', headers: asked });
      assert.equal([preflight.status, preflight.headers['access-control-max-age']], [204, '5']);
      for (const [name, refused] of [
        ['host', 'Host'],
        ['x-forwarded-host', 'X-Forwarded-Host'],
        ['origin', 'Origin'],
      ] as const) {
        const answer = await server.get('/healthz', { [name]: name === 'origin' ? 'https://evil.example' : 'evil.example' });
        assert.is(answer.status, 403, name);
        assert.equal(JSON.parse(answer.text), { error: 'Forbidden', message: `Invalid ${refused} header` });
        assert.is(answer.headers['x-frame-options'], 'SAMEORIGIN');
      }
      const big = modernRequest('tools/call', { name: 'echo', arguments: { value: 'x'.repeat(1024) } });
      const refused = await server.send({ path: '/mcp', ...big });
      assert.is(refused.status, 413);
      assert.equal(parseWire(refused.text), tooLarge(1024, big.body.length));
      assert.equal(await server.ran(), []);
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      assert.is((await server.send({ path: '/shown', headers: form, body: 'a'.repeat(60) })).status, 200);
      assert.equal(parseWire((await server.send({ path: '/shown', headers: form, body: 'a'.repeat(61) })).text), tooLarge(60, 61));
      const ready = await server.get('/readyz');
      assert.equal([ready.status, (JSON.parse(ready.text) as { status: string }).status], [200, 'ready']);
      await server.call('echo', { value: 'a' });
      const metrics = await server.get('/metrics');
      assert.is(metrics.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
      assert.match(metrics.text, 'service_tool_calls_total{tool="echo",outcome="ok"} 1');
      assert.not.match(metrics.text, 'service_process_');
    },
  ));

test('[D2.fetch.variables] headers, policy, hosts and CORS of variables', () =>
  withWorker(
    {
      options: { security: { dnsRebindingProtection: { allowedHosts: undefined } } },
      variables: {
        SERVICE_HSTS: 'max-age=1',
        SERVICE_CONTENT_TYPE_OPTIONS: 'none',
        SERVICE_FRAME_OPTIONS: 'off',
        SERVICE_HEADERS_CUSTOM: '{"X-Own":"of a variable"}',
        SERVICE_CSP_ENABLED: 'true',
        SERVICE_CSP_DIRECTIVES: policy,
        SERVICE_CSP_REPORT_URI: '/r',
        SERVICE_ALLOWED_HOSTS: 'localhost,127.0.0.1',
        SERVICE_CORS_ORIGINS: 'https://a.example',
      },
    },
    async (server) => {
      const { headers } = await server.get('/healthz', { origin: 'https://a.example' });
      const wanted = {
        'strict-transport-security': 'max-age=1',
        'x-content-type-options': undefined,
        'x-frame-options': undefined,
        'x-own': 'of a variable',
        'content-security-policy': `${policy}; report-uri /r`,
        'access-control-allow-origin': 'https://a.example',
      };
      for (const [name, value] of Object.entries(wanted)) assert.is(headers[name], value, name);
      const refused = await server.get('/healthz', { host: 'evil.example' });
      assert.equal([refused.status, refused.text], [403, '{"error":"Forbidden","message":"Invalid Host header"}']);
    },
  ));

test('[D2.fetch.misconfigured] bad variables are a configuration fault that names them all, with the security headers', () =>
  withWorker({ variables: { SERVICE_HSTS: 'a\u0007b', SERVICE_CORS_ORIGINS: 'nonsense' } }, async (server) => {
    for (const path of ['/healthz', '/mcp']) {
      const { headers, status, text } = await server.get(path);
      const { code, error, message } = JSON.parse(text) as Record<'code' | 'error' | 'message', string>;
      assert.equal([status, error, code], [500, 'server_misconfigured', 'CONFIG_INVALID']);
      assert.match(message, 'SERVICE_HSTS');
      assert.match(message, 'SERVICE_CORS_ORIGINS');
      assert.not.match(text, 'nonsense');
      assert.equal([headers['x-content-type-options'], headers['x-frame-options']], ['nosniff', 'DENY']);
    }
  }));

test.run();
