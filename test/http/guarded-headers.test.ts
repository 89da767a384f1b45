/* `http.securityHeaders` and CORS, on the built bundle. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { GuardedProject, securityHeadersOf } from '../support/guarded.ts';
import { modernRequest, sendRaw } from '../support/wire-client.ts';

const project = new GuardedProject();
test.before(() => project.build());
test.after(() => project.close());

async function headersFor(options: object | undefined, variables: Record<string, string> = {}): Promise<Record<string, string>> {
  const server = await project.boot({ ...(options === undefined ? {} : { options: { securityHeaders: options } }), variables });
  const { headers } = await server.get('/healthz');
  await server.stop();
  return securityHeadersOf(headers);
}

const standard = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' };

test('[D2.headers.defaults] nosniff and DENY alone are sent when nothing is said', async () => {
  assert.equal(await headersFor(undefined), standard);
});

test('[D2.headers.hsts] [D2.headers.content-type-options] [D2.headers.frame-options] variables set headers, code wins over them', async () => {
  const variables = { SERVICE_HSTS: 'max-age=1', SERVICE_CONTENT_TYPE_OPTIONS: 'own', SERVICE_FRAME_OPTIONS: 'SAMEORIGIN' };
  assert.equal(await headersFor(undefined, variables), {
    'strict-transport-security': 'max-age=1',
    'x-content-type-options': 'own',
    'x-frame-options': 'SAMEORIGIN',
  });
  const code = { hsts: 'max-age=2', contentTypeOptions: 'nosniff', frameOptions: 'DENY' };
  assert.equal(await headersFor(code, variables), { 'strict-transport-security': 'max-age=2', ...standard });
});

test('[D2.headers.omitted] false in code, and off, false or none in a variable, omit a header', async () => {
  assert.equal(
    await headersFor(
      { hsts: false, contentTypeOptions: false, frameOptions: false },
      { SERVICE_HSTS: 'max-age=1', SERVICE_FRAME_OPTIONS: 'DENY' },
    ),
    {},
  );
  assert.equal(
    await headersFor(undefined, { SERVICE_HSTS: 'none', SERVICE_CONTENT_TYPE_OPTIONS: 'off', SERVICE_FRAME_OPTIONS: 'false' }),
    {},
  );
});

test('[D2.headers.custom] custom headers are sent as given; code wins over SERVICE_HEADERS_CUSTOM', async () => {
  const variables = { SERVICE_HEADERS_CUSTOM: '{"X-Own":"from the variable"}' };
  assert.equal(await headersFor(undefined, variables), { ...standard, 'x-own': 'from the variable' });
  assert.equal(await headersFor({ custom: { 'X-Own': 'from code' } }, variables), { ...standard, 'x-own': 'from code' });
});

test('[D2.headers.csp] a policy is sent when it is enabled and has directives, from code or variables', async () => {
  const directives = { 'default-src': "'self'", 'script-src': ["'self'", 'https://cdn.example'], 'upgrade-insecure-requests': '' };
  const policy = "default-src 'self'; script-src 'self' https://cdn.example; upgrade-insecure-requests";
  assert.equal(await headersFor({ csp: { enabled: true, directives } }), { ...standard, 'content-security-policy': policy });
  const variables = { SERVICE_CSP_ENABLED: '1', SERVICE_CSP_DIRECTIVES: policy, SERVICE_CSP_REPORT_URI: '/reports' };
  assert.equal(await headersFor(undefined, variables), { ...standard, 'content-security-policy': `${policy}; report-uri /reports` });
  const json = { ...variables, SERVICE_CSP_DIRECTIVES: JSON.stringify(directives) };
  assert.equal(await headersFor(undefined, json), { ...standard, 'content-security-policy': `${policy}; report-uri /reports` });
  for (const wrong of ['{"a":', '{"default-src":5}', '{"default-src":"a; script-src *"}']) {
    const { code, stderr } = await project.start({ variables: { ...variables, SERVICE_CSP_DIRECTIVES: wrong } });
    assert.is(code, 1, wrong);
    assert.match(stderr, 'SERVICE_CSP_DIRECTIVES');
  }
  const mixed = { csp: { directives: { 'default-src': "'none'" }, reportUri: 'https://r.example/x' } };
  const expected = "default-src 'none'; report-uri https://r.example/x";
  assert.equal(await headersFor(mixed, { ...variables, SERVICE_CSP_ENABLED: 'true' }), {
    ...standard,
    'content-security-policy': expected,
  });
});

test('[D2.headers.csp-report-only] report-only sends the other header', async () => {
  const directives = { 'default-src': "'self'" };
  const expected = { ...standard, 'content-security-policy-report-only': "default-src 'self'" };
  assert.equal(await headersFor({ csp: { enabled: true, directives, reportOnly: true } }), expected);
  assert.equal(await headersFor({ csp: { enabled: true, directives } }, { SERVICE_CSP_REPORT_ONLY: 'true' }), expected);
});

test('[D2.headers.csp-empty] enabled without directives sends nothing, and neither does a policy that is not enabled', async () => {
  assert.equal(await headersFor({ csp: { enabled: true, reportUri: '/x' } }), standard);
  assert.equal(await headersFor({ csp: { directives: { 'default-src': "'self'" } } }), standard);
  assert.equal(
    await headersFor({ csp: { enabled: false, directives: { 'default-src': "'self'" } } }, { SERVICE_CSP_ENABLED: '1' }),
    standard,
  );
});

test("[D2.headers.every-answer] [D2.404.node] every answer carries them: refusals, streams, node's own 400, 417 and 431; the page of an unknown path has a stricter policy", async () => {
  const options = {
    securityHeaders: { hsts: 'max-age=3', custom: { 'x-own': 'yes' }, csp: { enabled: true, directives: { 'default-src': "'self'" } } },
  };
  const server = await project.boot({ options });
  const { headers, body } = modernRequest('tools/call', { name: 'echo', arguments: { value: 'a' } });
  const path = '/mcp';
  const answers = {
    200: await server.send({ path, headers, body }),
    400: await server.send({ path, headers, body: '{' }),
    403: await server.get('/healthz', { host: 'evil.example' }),
    404: await server.get('/nothing'),
    405: await server.send({ method: 'PUT', path }),
    // Refused for what it announces; sending all of it would race with the refusal.
    413: await server.send({ path, headers: { ...headers, 'content-length': '5000000' }, body: ' ' }),
    415: await server.send({ path, headers: { ...headers, 'content-type': 'text/plain' }, body }),
    500: await server.get('/broken'),
  };
  for (const [status, answer] of Object.entries(answers)) {
    assert.is(String(answer.status), status);
    assert.is(answer.headers['strict-transport-security'], 'max-age=3', status);
    assert.is(answer.headers['x-own'], 'yes', status);
    assert.is(answer.headers['x-content-type-options'], 'nosniff', status);
    assert.is(answer.headers['content-security-policy'], status === '404' ? "default-src 'none'" : "default-src 'self'", status);
  }
  const head = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n';
  for (const [status, bytes] of Object.entries({
    400: 'NOT HTTP\r\n\r\n',
    417: `${head}expect: tea\r\n\r\n`,
    431: `${head}x: ${'a'.repeat(20_000)}\r\n\r\n`,
  })) {
    const raw = await sendRaw(server.port, bytes);
    assert.is(raw.slice(0, 12), `HTTP/1.1 ${status}`);
    for (const line of ['strict-transport-security: max-age=3', 'x-own: yes', "content-security-policy: default-src 'self'"])
      assert.match(raw, line);
  }
  await server.stop();
});

const page = 'https://app.example';
const preflight = {
  origin: page,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'mcp-protocol-version, mcp-param-region, x-evil',
};
const corsHeaders = (answer: { headers: Record<string, unknown> }): string[] =>
  Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));

test('[D2.cors.none] without http.cors no route has CORS headers, and a preflight is no method of the endpoint', async () => {
  const server = await project.boot();
  for (const path of ['/mcp', '/healthz', '/shown', '/metrics', '/nothing'])
    assert.equal(corsHeaders(await server.get(path, { origin: page })), [], path);
  const asked = await server.send({ method: 'OPTIONS', path: '/mcp', headers: preflight });
  assert.is(asked.status, 405);
  assert.equal(corsHeaders(asked), []);
  await server.stop();
});

test('[D2.cors.preflight] [F15.cors.headers] a listed origin gets the methods and headers of the protocol for 300 seconds, and no others', async () => {
  const server = await project.boot({ options: { cors: { origin: [page, 'https://other.example'], credentials: true } } });
  const asked = await server.send({ method: 'OPTIONS', path: '/mcp', headers: preflight });
  assert.is(asked.status, 204);
  assert.is(asked.headers['access-control-allow-origin'], page);
  assert.is(asked.headers['access-control-allow-credentials'], 'true');
  assert.is(asked.headers['access-control-max-age'], '300');
  assert.match(String(asked.headers.vary), 'Origin');
  const allowed = String(asked.headers['access-control-allow-headers']).split(', ');
  for (const name of [
    'mcp-protocol-version',
    'mcp-method',
    'mcp-name',
    'mcp-param-region',
    'mcp-session-id',
    'last-event-id',
    'authorization',
    'content-type',
  ])
    assert.ok(allowed.includes(name), name);
  assert.not.ok(allowed.includes('x-evil'));
  for (const origin of ['https://evil.example', 'null', `${page}.evil.example`, 'http://app.example']) {
    const refused = await server.send({ method: 'OPTIONS', path: '/mcp', headers: { ...preflight, origin } });
    assert.equal(corsHeaders(refused), [], origin);
  }
  await server.stop();
});

test('[D2.cors.answers] answers to a listed origin, refusals too, can be read with session id and challenge; those to others cannot', async () => {
  const server = await project.boot({ options: { cors: { origin: page } } });
  const { headers, body } = modernRequest('tools/call', { name: 'echo', arguments: { value: 'a' } });
  for (const [path, status] of [
    ['/mcp', 200],
    ['/nothing', 404],
  ] as const) {
    const answer = await server.send({ path, headers: { ...headers, origin: page, 'sec-fetch-site': 'cross-site' }, body });
    assert.is(answer.status, status);
    assert.is(answer.headers['access-control-allow-origin'], page);
    assert.match(String(answer.headers['access-control-expose-headers']), 'mcp-session-id, www-authenticate');
    assert.match(String(answer.headers.vary), 'Origin');
  }
  const foreign = await server.send({
    path: '/mcp',
    headers: { ...headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    body,
  });
  assert.is(foreign.status, 403);
  assert.equal(corsHeaders(foreign), []);
  await server.stop();
});

test('[D2.cors.any] origin: true allows every page, without credentials', async () => {
  const server = await project.boot({ options: { cors: { origin: true, maxAge: 5 } } });
  const asked = await server.send({ method: 'OPTIONS', path: '/mcp', headers: preflight });
  assert.is(asked.headers['access-control-allow-origin'], '*');
  assert.is(asked.headers['access-control-allow-credentials'], undefined);
  assert.is(asked.headers['access-control-max-age'], '5');
  await server.stop();
});

test('[R11.cors.credentials] every origin with credentials stops the start, in code and in variables', async () => {
  for (const origin of [true, '*']) {
    const { code, stderr } = await project.start({ options: { cors: { origin, credentials: true } } });
    assert.is(code, 1);
    assert.match(stderr, 'cannot be combined with credentials');
  }
  const { code, stderr } = await project.start({ variables: { SERVICE_CORS_ORIGINS: '*', SERVICE_CORS_CREDENTIALS: '1' } });
  assert.is(code, 1);
  assert.match(stderr, 'SERVICE_CORS_CREDENTIALS');
});

test('[D2.cors.variables] SERVICE_CORS_* count only when the decorator sets no http.cors', async () => {
  const variables = { SERVICE_CORS_ORIGINS: `${page},https://b.example`, SERVICE_CORS_CREDENTIALS: '1', SERVICE_CORS_MAX_AGE: '7' };
  const byVariable = await project.boot({ variables });
  const asked = await byVariable.send({ method: 'OPTIONS', path: '/mcp', headers: preflight });
  assert.is(asked.headers['access-control-allow-origin'], page);
  assert.is(asked.headers['access-control-allow-credentials'], 'true');
  assert.is(asked.headers['access-control-max-age'], '7');
  for (const cors of [false, { origin: 'https://code.example' }]) {
    const byCode = await project.boot({ options: { cors }, variables });
    assert.is(
      (await byCode.send({ method: 'OPTIONS', path: '/mcp', headers: preflight })).headers['access-control-allow-origin'],
      undefined,
    );
    await byCode.stop();
  }
  await byVariable.stop();
});

test.run();
