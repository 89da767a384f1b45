/* `http.security`, audit lines, body limits, options and variables, on the built bundle. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { GuardedProject } from '../support/guarded.ts';
import { modernRequest, parseWire, sendRaw } from '../support/wire-client.ts';

const project = new GuardedProject();
test.before(() => project.build());
test.after(() => project.close());

test('[D2.host.variable] SERVICE_ALLOWED_HOSTS sets the list, code wins over it', async () => {
  const variables = { SERVICE_BIND_ADDRESS: 'all', SERVICE_ALLOWED_HOSTS: 'mcp.example, other.example:9' };
  const byVariable = await project.boot({ variables });
  const statuses = async (server: typeof byVariable, hosts: readonly string[]): Promise<number[]> => {
    const found: number[] = [];
    for (const host of hosts) found.push((await server.get('/healthz', { host })).status);
    return found;
  };
  const hosts = ['mcp.example', 'MCP.example:1', 'other.example:9', 'other.example', 'localhost', 'code.example'];
  assert.equal(await statuses(byVariable, hosts), [200, 200, 200, 403, 403, 403]);
  await byVariable.stop();
  const security = { dnsRebindingProtection: { allowedHosts: ['code.example'] } };
  const byCode = await project.boot({ options: { security }, variables });
  assert.equal(await statuses(byCode, hosts), [403, 403, 403, 403, 403, 200]);
  await byCode.stop();
});

test('[D2.host.public-url] the start warns where the host of SERVICE_PUBLIC_URL is not answered', async () => {
  const url = { SERVICE_PUBLIC_URL: 'https://mcp.example' };
  const warned = async (variables: Record<string, string>, options: object = {}): Promise<string | undefined> => {
    const server = await project.boot({ options, variables: { ...url, ...variables } });
    const [beforeListening = ''] = server.boot.output.stderr.split('is listening at');
    const { status } = await server.get('/healthz', { host: 'mcp.example' });
    await server.stop();
    const found = /PUBLIC_HOST_NOT_ANSWERED: .*SERVICE_ALLOWED_HOSTS=\S+/.exec(beforeListening)?.[0];
    assert.is(status, found === undefined ? 200 : 403);
    return found;
  };
  const standard =
    'PUBLIC_HOST_NOT_ANSWERED: requests to mcp.example, the host of SERVICE_PUBLIC_URL, are answered with 403: only localhost, 127.0.0.1, [::1] are allowed. Set SERVICE_ALLOWED_HOSTS=mcp.example,';
  assert.is(await warned({}), standard);
  assert.match((await warned({ SERVICE_ALLOWED_HOSTS: 'other.example' })) ?? '', 'only other.example are allowed');
  assert.is(await warned({ SERVICE_ALLOWED_HOSTS: 'mcp.example' }), undefined);
  assert.is(await warned({ SERVICE_BIND_ADDRESS: 'all' }), undefined);
  assert.is(await warned({}, { security: { dnsRebindingProtection: { enabled: false } } }), undefined);
  assert.is(await warned({ SERVICE_BIND_ADDRESS: 'all' }, { security: { strict: true } }), undefined);
});

test('[D2.host.open] on 0.0.0.0 nothing is enforced until hosts are listed; enabled: false turns the checks off on loopback too', async () => {
  const open = await project.boot({ variables: { SERVICE_BIND_ADDRESS: 'all' } });
  assert.is((await open.get('/healthz', { host: 'any.example' })).status, 200);
  await open.stop();
  const off = await project.boot({
    options: { security: { dnsRebindingProtection: { enabled: false, allowedOrigins: ['https://a.example'] } } },
  });
  assert.is((await off.get('/healthz', { host: 'any.example', origin: 'https://b.example' })).status, 200);
  await off.stop();
});

test('[D2.host.strict] strict checks hosts on all interfaces too, unless the code asks for all of them', async () => {
  const variables = { SERVICE_BIND_ADDRESS: 'all', SERVICE_PUBLIC_URL: 'https://mcp.example' };
  const strict = await project.boot({ options: { security: { strict: true } }, variables });
  const statuses: number[] = [];
  for (const host of ['mcp.example', 'localhost', 'any.example']) statuses.push((await strict.get('/healthz', { host })).status);
  assert.equal(statuses, [200, 200, 403]);
  await strict.stop();
});

test('[D2.origin.bundle] [MCP.origin] with allowedOrigins an unlisted Origin is 403 Invalid Origin header, before anything else', async () => {
  const server = await project.boot({ options: { security: { dnsRebindingProtection: { allowedOrigins: ['https://app.example'] } } } });
  for (const path of ['/mcp', '/healthz', '/nothing']) {
    const refused = await server.get(path, { origin: 'https://evil.example' });
    assert.is(refused.status, 403);
    assert.is(refused.text, '{"error":"Forbidden","message":"Invalid Origin header"}');
  }
  assert.is((await server.get('/healthz', { origin: 'https://app.example' })).status, 200);
  assert.is((await server.get('/healthz')).status, 200);
  await server.stop();
});

test('[D2.bind.bundle] option, variable, strict, distributed mode, loopback, in this order', async () => {
  const bound = async (security: object | undefined, variables: Record<string, string> = {}): Promise<string> => {
    const server = await project.boot({ ...(security === undefined ? {} : { options: { security } }), variables });
    await server.stop();
    return new URL(server.boot.url).hostname;
  };
  const all = 'localhost';
  assert.is(await bound(undefined), '127.0.0.1');
  assert.is(await bound(undefined, { SERVICE_BIND_ADDRESS: 'all' }), all);
  assert.is(await bound({ bindAddress: 'loopback' }, { SERVICE_BIND_ADDRESS: 'all' }), '127.0.0.1');
  assert.is(await bound({ bindAddress: '127.0.0.2' }), '127.0.0.2');
  assert.is(await bound(undefined, { SERVICE_DEPLOYMENT_MODE: 'distributed' }), all);
  assert.is(await bound({ strict: true }), '127.0.0.1');
  assert.is(await bound({ strict: true }, { SERVICE_DEPLOYMENT_MODE: 'distributed' }), all);
  assert.is(await bound({ strict: true, bindAddress: 'all' }), all);
  assert.is(await bound({ strict: true }, { SERVICE_BIND_ADDRESS: 'all' }), all);
});

const auditOf = async (options: object, variables: Record<string, string>): Promise<string[]> => {
  const server = await project.boot({ options, variables });
  const beforeListening = server.boot.output.stderr.split('is listening at')[0] ?? '';
  await server.stop();
  return [...beforeListening.matchAll(/"code":"([A-Z_]+)"| code=([A-Z_]+)/g)].map(([, json, text]) => json ?? text ?? '').sort();
};

test('[D2.audit.silent] outside production and distributed mode nothing is said', async () => {
  assert.equal(await auditOf({}, {}), []);
});

test('[D2.audit.codes] each code in its situation, before listening', async () => {
  const production = { NODE_ENV: 'production' };
  const all = { bindAddress: 'all' };
  assert.equal(await auditOf({}, production), ['BIND_RESTRICTED', 'CORS_DISABLED', 'DNS_REBINDING_PROTECTED', 'STRICT_MODE_HINT']);
  assert.equal(await auditOf({ cors: { origin: true } }, production), [
    'BIND_RESTRICTED',
    'CORS_ORIGIN_TRUE',
    'DNS_REBINDING_PROTECTED',
    'STRICT_MODE_HINT',
  ]);
  assert.equal(await auditOf({ cors: { origin: 'https://a.example' }, security: { strict: true } }, production), [
    'BIND_RESTRICTED',
    'DNS_REBINDING_PROTECTED',
    'STRICT_MODE_HINT',
  ]);
  assert.equal(await auditOf({ security: all }, production), [
    'BIND_ALL_INTERFACES',
    'CORS_DISABLED',
    'DNS_REBINDING_NOT_ENFORCED',
    'STRICT_MODE_HINT',
  ]);
  const listed = { ...all, dnsRebindingProtection: { allowedHosts: ['a.example'] } };
  assert.equal(await auditOf({ security: listed }, production), [
    'BIND_ALL_INTERFACES',
    'CORS_DISABLED',
    'DNS_REBINDING_PROTECTED',
    'STRICT_MODE_HINT',
  ]);
  assert.equal(await auditOf({}, { SERVICE_DEPLOYMENT_MODE: 'distributed' }), [
    'BIND_ALL_INTERFACES_DISTRIBUTED',
    'CORS_DISABLED',
    'DNS_REBINDING_NOT_ENFORCED',
    'STRICT_MODE_HINT',
  ]);
  const socket = join(mkdtempSync(join(tmpdir(), 'service-audit-')), 'mcp.sock');
  assert.equal(await auditOf({}, { ...production, SERVICE_SOCKET_PATH: socket }), [
    'BIND_RESTRICTED',
    'CORS_DISABLED',
    'DNS_REBINDING_NOT_APPLICABLE',
    'STRICT_MODE_HINT',
  ]);
});

const tooLarge = (limit: number, length: number): object => ({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'Payload Too Large', data: { limit, length } },
});

test("[D2.body-limit.option] bodyLimit takes bytes and units; the refusal is the document's", async () => {
  for (const [bodyLimit, limit] of [
    [1000, 1000],
    ['1kb', 1024],
    ['0.5KB', 512],
  ] as const) {
    const server = await project.boot({ options: { bodyLimit } });
    const { headers, body } = modernRequest('tools/call', { name: 'echo', arguments: { value: 'x'.repeat(limit) } });
    const refused = await server.send({ path: '/mcp', headers: { ...headers, 'content-length': String(body.length) }, body });
    assert.is(refused.status, 413);
    assert.equal(parseWire(refused.text), tooLarge(limit, body.length));
    assert.equal(await server.ran(), []);
    await server.stop();
  }
});

test('[D2.body-limit.form] form bodies have urlencodedLimit, else bodyLimit', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '50' };
  const own = await project.boot({ options: { bodyLimit: 10, urlencodedLimit: 60 } });
  assert.is((await own.send({ path: '/shown', headers: form, body: 'a'.repeat(50) })).status, 200);
  assert.equal(
    parseWire((await own.send({ path: '/shown', headers: { ...form, 'content-type': 'text/plain' }, body: 'a'.repeat(50) })).text),
    tooLarge(10, 50),
  );
  await own.stop();
  const shared = await project.boot({ options: { bodyLimit: 10 } });
  assert.equal(parseWire((await shared.send({ path: '/shown', headers: form, body: 'a'.repeat(50) })).text), tooLarge(10, 50));
  await shared.stop();
});

test('[S1.3.body-limit-text] a bad limit stops the start with the fixed text', async () => {
  for (const options of [{ bodyLimit: '4 megabytes' }, { urlencodedLimit: -1 }]) {
    const { code, stderr } = await project.start({ options });
    assert.is(code, 1);
    assert.match(stderr, 'Body limit must be a byte count or unit-suffixed string (e.g. "4mb", "500kb", 1048576).');
  }
});

test('[I4.options.all-at-once] [R6.variables.all-at-once] every bad option and variable is named in one message, no value is', async () => {
  const options = {
    bodyLimit: 'hunter2',
    cors: { origin: 'hunter2' },
    entryPath: '/a b?hunter2',
    security: { bindAddress: 'hunter2:80', dnsRebindingProtection: { allowedHosts: ['https://hunter2'], allowedOrigins: ['hunter2'] } },
    securityHeaders: {
      hsts: 'hunter2\r\nx: y',
      custom: { 'content-length': 'hunter2', 'access-control-allow-origin': 'hunter2' },
      csp: { directives: { 'default-src': 'hunter2; x' } },
    },
    throttle: { global: { maxRequests: 0 }, ipFilter: { denyList: ['10.0.0.0/99'] } },
    metrics: { path: '/a//b' },
    health: { readyz: { timeoutMs: -1 } },
    routePath: 'no-slash',
  };
  const variables = {
    PORT: 'hunter2', SERVICE_HSTS: 'a\u0007hunter2', SERVICE_HEADERS_CUSTOM: 'hunter2', SERVICE_CSP_ENABLED: 'hunter2', SERVICE_CSP_DIRECTIVES: '$hunter2 x',
    SERVICE_CSP_REPORT_URI: 'hunter2 x', SERVICE_CORS_ORIGINS: 'hunter2', SERVICE_CORS_MAX_AGE: 'hunter2', SERVICE_TRUST_PROXY: 'hunter2', SERVICE_PUBLIC_URL: 'hunter2',
    SERVICE_ALLOWED_HOSTS: 'https://hunter2', SERVICE_BIND_ADDRESS: 'hunter2:80', SERVICE_BODY_TIMEOUT_SECONDS: 'hunter2', SERVICE_HTTP_ENTRY_PATH: '/hunter2 x',
  }; // prettier-ignore
  const { code, stderr } = await project.start({ options, variables });
  assert.is(code, 1);
  for (const name of Object.keys(variables)) assert.match(stderr, name);
  for (const path of [
    'http.bodyLimit', 'http.cors', 'http.entryPath', 'http.security.bindAddress', 'http.security.dnsRebindingProtection.allowedHosts', 'http.security.dnsRebindingProtection.allowedOrigins',
    'http.securityHeaders.hsts', 'http.securityHeaders.custom', 'http.securityHeaders.csp.directives', 'throttle.global', 'throttle.ipFilter.denyList', 'metrics.path', 'health.readyz.timeoutMs', 'http.routes',
  ]) assert.match(stderr, `"${path}"`); // prettier-ignore
  assert.not.match(stderr, 'hunter2');
  assert.match(stderr, 'Got text of 7 characters');
  const optionsAlone = await project.start({ options });
  assert.match(optionsAlone.stderr, '"http.bodyLimit"');
  assert.match(optionsAlone.stderr, '"health.readyz.timeoutMs"');
});

test('[I4.proxy.off] [I4.proxy.on] forwarded addresses are believed only with SERVICE_TRUST_PROXY, and only from the right end', async () => {
  const addressIn = async (variables: Record<string, string>, forwarded: string): Promise<unknown> => {
    const server = await project.boot({ variables });
    const answer = await server.call('trace', {}, { 'x-forwarded-for': forwarded });
    await server.stop();
    return /\\"ip\\":\\"([^"\\]+)\\"/.exec(answer.text)?.[1];
  };
  assert.is(await addressIn({}, '203.0.113.9'), '127.0.0.1');
  assert.is(await addressIn({ SERVICE_TRUST_PROXY: '1' }, '6.6.6.6, 203.0.113.9'), '203.0.113.9');
  assert.is(await addressIn({ SERVICE_TRUST_PROXY: '2' }, '6.6.6.6, 203.0.113.9, 10.0.0.1'), '203.0.113.9');
  assert.is(await addressIn({ SERVICE_TRUST_PROXY: '2' }, '203.0.113.9'), undefined, 'too few items: nobody is named');
});

test('[I4.body.slow] a body that does not arrive in time is 408, and the connection ends', async () => {
  const server = await project.boot({ variables: { SERVICE_BODY_TIMEOUT_SECONDS: '1' } });
  const head = 'POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{';
  const answer = await sendRaw(server.port, head);
  assert.match(answer, /^HTTP\/1.1 408/);
  assert.match(answer, 'x-content-type-options: nosniff');
  await server.stop();
});

test('[I4.paths.encoded] [I4.origins.spelling] a path or an origin in a second spelling stops the start', async () => {
  for (const path of ['/%6dcp', '/oauth%2ftoken', '/x/%2e%2e/mcp', '/a%5Cb', '/a%00', '/%zz', '/a%']) {
    const options = { routePath: path, metrics: { path }, health: { healthzPath: path } };
    const { code, stderr } = await project.start({ options });
    assert.is(code, 1, path);
    for (const option of ['"http.routes": item 1', '"metrics.path"', '"health.healthzPath"']) assert.ok(stderr.includes(option), stderr);
    const entry = await project.start({ variables: { SERVICE_HTTP_ENTRY_PATH: path } });
    assert.match(entry.stderr, /SERVICE_HTTP_ENTRY_PATH: holds a "%" that a proxy may read as another path/, path);
  }
  for (const origin of [
    'https://*.example.com',
    'https://app.example:443',
    'http://app.example:80',
    'https://bücher.example',
    'http://0x7f.1',
  ]) {
    const options = { cors: { origin: [origin] }, security: { dnsRebindingProtection: { allowedOrigins: [origin] } } };
    const { code, stderr } = await project.start({ options, variables: { SERVICE_CORS_ORIGINS: origin } });
    assert.is(code, 1, origin);
    for (const option of ['"http.cors"', 'allowedOrigins"', 'SERVICE_CORS_ORIGINS']) assert.ok(stderr.includes(option), stderr);
  }
  const allowedOrigins = ['https://App.example', 'https://app.example:8443', 'vscode-webview://x1', 'http://[::1]:9'];
  const fine = await project.boot({ options: { routePath: '/caf%C3%A9%20x', security: { dnsRebindingProtection: { allowedOrigins } } } });
  assert.is((await fine.get('/caf%C3%A9%20x', { origin: 'https://app.example' })).status, 200);
  await fine.stop();
});

test.run();
