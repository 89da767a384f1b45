/* Routes, health, metrics, limits and trace context on the built bundle. */
import { createServer } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { GuardedProject, textOf } from '../support/guarded.ts';
import { bootGuardedWorker } from '../support/guarded-worker.ts';
import { checkTrailingSlash } from '../support/trailing-slash.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { initializeBody, legacyHeaders, modernRequest, parseMessage } from '../support/wire-client.ts';

const project = new GuardedProject();
test.before(() => project.build());
test.after(() => project.close());

test('[D2.routes.standard] a route gets a standard Request and answers with a Response', async () => {
  const server = await project.boot();
  const shown = await server.send({
    path: '/shown?a=%20b',
    headers: { 'content-type': 'text/plain', 'content-length': '5' },
    body: 'héy!',
  });
  assert.is(shown.status, 200);
  assert.equal(parseMessage(shown.text), {
    method: 'POST',
    url: `http://127.0.0.1:${server.port}/shown?a=%20b`,
    type: 'text/plain',
    body: 'héy!',
  });
  assert.equal(shown.headers['set-cookie'], ['a=1']);
  assert.is(shown.headers['x-content-type-options'], 'nosniff');
  assert.is((await server.send({ method: 'HEAD', path: '/shown' })).status, 200);
  const put = await server.send({ method: 'PUT', path: '/shown' });
  assert.is(put.status, 405);
  assert.is(put.headers.allow, 'GET, POST');
  const broken = await server.get('/broken');
  assert.is(broken.status, 500);
  assert.not.match(broken.text, 'secret detail');
  await server.stop();
});

test('[D2.routes.auth] auth: true goes through the check of the endpoint and gives the handler the caller', async () => {
  const server = await project.boot();
  assert.equal(parseMessage((await server.get('/private')).text), { anonymous: true });
  await server.stop();
});

test('[S1.3.routes.reserved] [R31.server-card] a route on a path of the server stops the start', async () => {
  for (const routePath of [
    '/mcp',
    '/mcp/',
    '/mcp/sse',
    '/mcp/message',
    '/mcp/server-card',
    '/healthz',
    '/health/x',
    '/readyz',
    '/metrics',
    '/oauth/token',
    '/.well-known/x',
    '/live',
    '/numbers',
  ]) {
    const { code, stderr } = await project.start({
      options: { routePath, health: { healthzPath: '/live' }, metrics: { enabled: true, path: '/numbers' } },
    });
    assert.is(code, 1, routePath);
    assert.match(stderr, `GET ${routePath} is reserved`);
  }
});

test('[D2.entry-path.rules] the option wins over the variable; a slash is added, trailing ones are dropped', async () => {
  const byVariable = await project.boot({ variables: { SERVICE_HTTP_ENTRY_PATH: 'tools/v1//' } });
  assert.ok(byVariable.boot.url.endsWith('/tools/v1'), byVariable.boot.url);
  await byVariable.stop();
  const byCode = await project.boot({ options: { entryPath: 'code/' }, variables: { SERVICE_HTTP_ENTRY_PATH: '/variable' } });
  assert.ok(byCode.boot.url.endsWith('/code'), byCode.boot.url);
  assert.is((await byCode.get('/variable')).status, 404);
  await byCode.stop();
});

test('[slash.dropped] [slash.untouched] one trailing slash is dropped from own paths before every guard, from no other path', async () => {
  const server = await project.boot();
  await checkTrailingSlash(server);
  const unknown = await server.get('/nothing/');
  assert.match(unknown.text, '/nothing/');
  await server.stop();
  const root = await project.boot({ options: { entryPath: '/' } });
  const { headers, body } = modernRequest('tools/list');
  assert.is((await root.send({ path: '/', headers, body })).status, 200);
  assert.is((await root.send({ path: '//', headers, body })).status, 404);
  await root.stop();
  const ending = await project.boot({ options: { health: { healthzPath: '/live/' } } });
  assert.equal([(await ending.get('/live/')).status, (await ending.get('/live')).status], [200, 404]);
  await ending.stop();
});

test('[S5.9.healthz] liveness tells server, place and uptime; in production no place', async () => {
  const server = await project.boot();
  const body = parseMessage((await server.get('/healthz')).text);
  assert.equal(body['server'], { name: 'guarded', version: '1.0.0' });
  assert.is(body['status'], 'ok');
  assert.type(body['uptime'], 'number');
  assert.equal(body['runtime'], { platform: process.platform, runtime: 'node', deployment: 'standalone', env: 'development' });
  await server.stop();
  const production = await project.boot({ variables: { NODE_ENV: 'production' } });
  assert.is(parseMessage((await production.get('/healthz')).text)['runtime'], undefined);
  await production.stop();
});

test('[S5.9.readyz] readiness is 503 while a probe fails, and shows the catalog', async () => {
  const ready = await project.boot();
  const answer = await ready.get('/readyz');
  const body = parseMessage(answer.text) as {
    status: string;
    catalog: Record<string, unknown>;
    probes: Record<string, { status: string; details: unknown }>;
  };
  assert.is(answer.status, 200);
  assert.is(body.status, 'ready');
  assert.is(body.catalog['toolCount'], 5);
  assert.match(String(body.catalog['toolsHash']), /^[0-9a-f]{64}$/);
  assert.equal(body.probes['store']?.details, { shards: 3 });
  await ready.stop();
  const failing = await project.boot({ variables: { STORE: 'unhealthy', NODE_ENV: 'production' } });
  const refused = await failing.get('/readyz');
  assert.is(refused.status, 503);
  assert.match(refused.text, '"status":"not_ready"');
  assert.not.match(refused.text, 'shards');
  assert.is((await failing.get('/healthz')).status, 200);
  await failing.stop();
});

test('[S5.9.health.options] paths move, readiness and all of it can be turned off', async () => {
  const moved = await project.boot({ options: { health: { healthzPath: '/live', readyzPath: '/ready', readyz: { enabled: true } } } });
  assert.is((await moved.get('/live')).status, 200);
  assert.is((await moved.get('/health')).status, 200);
  assert.is((await moved.get('/ready')).status, 200);
  assert.is((await moved.get('/healthz')).status, 404);
  await moved.stop();
  const off = await project.boot({ options: { health: { enabled: false } } });
  for (const path of ['/healthz', '/health', '/readyz']) assert.is((await off.get(path)).status, 404);
  await off.stop();
});

test('[S5.9.metrics] with metrics.enabled numbers of process, requests and calls are served as text; without, nothing is', async () => {
  const server = await project.boot({ options: { metrics: { enabled: true } } });
  await server.call('echo', { value: 'a' });
  await server.call('echo', {});
  await server.call('nobody"');
  await server.get('/made-up');
  const answer = await server.get('/metrics');
  assert.is(answer.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
  for (const line of [
    '# TYPE service_http_requests_total counter',
    'service_http_requests_total{method="GET",place="unknown",status="404"} 1',
    'service_tool_calls_total{tool="echo",outcome="ok"} 1',
    'service_tool_calls_total{tool="unknown",outcome="error"} 1',
    'service_tool_call_duration_seconds_count{tool="echo"} 2',
    'service_process_uptime_seconds ',
    'service_nodejs_eventloop_lag_seconds ',
  ]) assert.ok(answer.text.includes(line), `${line}\n${answer.text}`); // prettier-ignore
  assert.not.match(answer.text, 'nobody');
  await server.stop();
  const off = await project.boot();
  assert.is((await off.get('/metrics')).status, 404);
  await off.stop();
});

test('[S5.9.metrics.token] with a token: 401 without, 403 with another, and no start without one', async () => {
  const options = { metrics: { enabled: true, auth: 'token', format: 'json', include: ['http'] } };
  const server = await project.boot({ options, variables: { SERVICE_METRICS_TOKEN: 'sesame' } });
  assert.is((await server.get('/metrics')).status, 401);
  assert.match(String((await server.get('/metrics')).headers['www-authenticate']), 'Bearer');
  assert.is((await server.get('/metrics', { authorization: 'Bearer sesam' })).status, 403);
  const read = await server.get('/metrics', { authorization: 'Bearer sesame' });
  assert.is(read.status, 200);
  assert.match(read.text, '"service_http_requests_total"');
  assert.not.match(read.text, 'service_process');
  await server.stop();
  const { code, stderr } = await project.start({ options });
  assert.is(code, 1);
  assert.match(stderr, 'SERVICE_METRICS_TOKEN is not set');
});

test('[S5.9.metrics.groups] each group has its own numbers, and only those that are asked for are served', async () => {
  const server = await project.boot({ options: { metrics: { enabled: true } } });
  const opened = await server.send({ path: '/mcp', headers: legacyHeaders, body: initializeBody() });
  const id = String(opened.headers['mcp-session-id']);
  await server.send({ method: 'DELETE', path: '/mcp', headers: { 'mcp-session-id': id } });
  await server.send({ method: 'DELETE', path: '/mcp', headers: { 'mcp-session-id': id } });
  await server.send({ path: '/mcp', ...modernRequest('resources/read', { uri: 'note://a/b' }) });
  const { text } = await server.get('/metrics');
  for (const line of [
    'service_sessions_opened_total 1',
    'service_sessions_ended_total 1',
    'service_resource_reads_total{outcome="ok"} 1',
    'service_resource_read_duration_seconds_count 1',
    'service_auth_requests_total{outcome="anonymous"} 4',
  ]) assert.ok(text.includes(`\n${line}\n`), `${line}\n${text}`); // prettier-ignore
  await server.stop();
  const few = await project.boot({ options: { metrics: { enabled: true, include: ['auth'] } } });
  await few.call('echo', { value: 'a' });
  const only = await few.get('/metrics');
  assert.equal(
    [...only.text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name),
    ['service_auth_requests_total'],
  );
  await few.stop();
});

test('[S5.9.metrics.token-env] the token may be in a variable of another name', async () => {
  const options = { metrics: { enabled: true, auth: 'token', tokenEnv: 'MY_TOKEN' } };
  const server = await project.boot({ options, variables: { MY_TOKEN: 'sesame', SERVICE_METRICS_TOKEN: 'other' } });
  assert.is((await server.get('/metrics', { authorization: 'Bearer other' })).status, 403);
  assert.is((await server.get('/metrics', { authorization: 'Bearer sesame' })).status, 200);
  await server.stop();
  assert.match((await project.start({ options })).stderr, 'MY_TOKEN is not set');
  const bad = await project.start({ options: { metrics: { enabled: true, auth: 'token', tokenEnv: '1 X' } } });
  assert.match(bad.stderr, '"metrics.tokenEnv": expected the name of a variable');
});

test('[S5.9.metrics.conflict] a path of the server is no place for metrics', async () => {
  for (const path of ['/mcp', '/mcp/sse', '/healthz', '/oauth/x']) {
    const { code, stderr } = await project.start({ options: { metrics: { enabled: true, path } } });
    assert.is(code, 1);
    assert.match(stderr, `metrics.path "${path}" is taken`);
  }
});

test('[S5.8.global] over the global rate: 429 with Retry-After and a code outside of the reserved range', async () => {
  const server = await project.boot({ options: { throttle: { global: { maxRequests: 2, windowMs: 3_600_000 } } } });
  assert.is((await server.call('echo', { value: 'a' })).status, 200);
  assert.is((await server.get('/nothing')).status, 404);
  const refused = await server.call('echo', { value: 'b' });
  assert.is(refused.status, 429);
  const seconds = Number(refused.headers['retry-after']);
  assert.ok(seconds >= 1 && seconds <= 7200, String(seconds));
  const body = parseMessage(refused.text) as { error: { code: number; message: string } };
  assert.equal(body, { jsonrpc: '2.0', error: { code: -32000, message: `Rate limit exceeded. Retry after ${seconds} seconds` } });
  assert.equal(await server.ran(), ['echo']);
  await server.stop();
});

test('[R13.sign-in-unlimited] where clients look for sign-in a server without any has unknown paths, and never says 429', async () => {
  const throttle = { global: { maxRequests: 1, windowMs: 3_600_000 } };
  const paths = ['oauth-protected-resource', 'oauth-protected-resource/mcp', 'oauth-authorization-server/mcp', 'openid-configuration'];
  const asked = ['/oauth/token', '/oauth/authorize?client_id=x', '/oauth/', ...paths.map((path) => `/.well-known/${path}`)];
  const server = await project.boot({ options: { throttle } });
  const worker = await bootGuardedWorker({ options: { throttle } });
  try {
    for (const [at, type] of [
      [server, 'text/html; charset=utf-8'],
      [worker, 'application/json; charset=utf-8'],
    ] as const) {
      const unknown = await at.get('/nothing');
      assert.equal([unknown.status, unknown.headers['content-type']], [404, type]);
      for (const path of asked) {
        const answer = await at.get(path);
        assert.equal([answer.status, answer.headers['content-type']], [404, type], path);
        if (at === worker) assert.is(answer.text, unknown.text, path);
      }
      assert.is(
        (await at.send({ path: '/oauth/token', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' })).status,
        404,
      );
      for (const path of [
        '/oauth',
        '/OAUTH/token',
        '/.well-known/mcp-registry-auth',
        '/.well-known/oauth-protected-resources',
        '/x/oauth/token',
      ])
        assert.is((await at.get(path)).status, 429, path);
    }
  } finally {
    await worker.stop();
  }
  await server.stop();
});

test('[S5.8.partition.ip] [R13.no-address] each address has its own count behind a trusted proxy; without an address all share one', async () => {
  const throttle = { global: { maxRequests: 1, windowMs: 3_600_000, partitionBy: 'ip' } };
  const server = await project.boot({ options: { throttle }, variables: { SERVICE_TRUST_PROXY: '1' } });
  const from = async (address?: string): Promise<number> =>
    (await server.get('/shown', address === undefined ? {} : { 'x-forwarded-for': address })).status;
  assert.equal([await from('203.0.113.1'), await from('203.0.113.2'), await from('203.0.113.1')], [200, 200, 429]);
  assert.equal([await from('2001:db8::1'), await from('2001:db8::ffff'), await from('2001:db8:0:1::1')], [200, 429, 200]);
  assert.equal([await from(), await from('not an address')], [200, 429]);
  await server.stop();
});

test('[S5.8.tool.rate] a tool over its own rate answers with an error result, others go on', async () => {
  const server = await project.boot();
  await server.call('limited');
  await server.call('limited');
  const over = await server.call('limited');
  assert.is(over.status, 200);
  assert.match(textOf(over), 'Rate limit exceeded. Retry after');
  assert.match(over.text, '"isError":true');
  assert.match((await server.call('echo', { value: 'a' })).text, /\\"a\\"|"a"/);
  assert.equal(await server.ran(), ['limited', 'limited', 'echo']);
  await server.stop();
});

test('[S5.8.default-rate] [S5.8.partition.user] tools without a rate have the default one; anonymous callers count by address', async () => {
  const throttle = { defaultRateLimit: { maxRequests: 1, windowMs: 3_600_000, partitionBy: 'userId' } };
  const server = await project.boot({ options: { throttle } });
  assert.match((await server.call('echo', { value: 'a' })).text, /\\"a\\"|"a"/);
  assert.match((await server.call('echo', { value: 'b' })).text, 'Rate limit exceeded');
  assert.match((await server.call('trace')).text, 'trace');
  await server.stop();
});

test('[S5.8.tool.concurrency] a second call of a tool that runs alone is refused at once, and served after the first', async () => {
  const server = await project.boot();
  const first = server.call('alone');
  await server.untilRan('alone');
  assert.match(textOf(await server.call('alone')), 'Concurrency limit reached for "alone" (max: 1)');
  await server.send({ path: '/let-go' });
  assert.match(textOf(await first), 'let go');
  const again = server.call('alone');
  await server.untilRan('alone', 2);
  await server.send({ path: '/let-go' });
  assert.match(textOf(await again), 'let go');
  await server.stop();
});

test('[S5.8.concurrency.queue] over the global concurrency a request waits for its time and is then 429; health is not counted', async () => {
  const throttle = { globalConcurrency: { maxConcurrent: 1, queueTimeoutMs: 50 } };
  const server = await project.boot({ options: { throttle } });
  const first = server.call('alone');
  await server.untilRan('alone');
  const refused = await server.call('echo', { value: 'a' });
  assert.is(refused.status, 429);
  assert.is((await server.get('/healthz')).status, 200);
  await server.send({ path: '/let-go' });
  await first;
  assert.is((await server.call('echo', { value: 'a' })).status, 200);
  await server.stop();
});

test('[S5.8.ip.filter] [R13.ip-everywhere] addresses are refused on every path; deny wins over allow', async () => {
  const statuses = async (ipFilter: object): Promise<number[]> => {
    const server = await project.boot({ options: { throttle: { ipFilter } }, variables: { SERVICE_TRUST_PROXY: 'on' } });
    const found: number[] = [];
    for (const path of ['/healthz', '/nothing', '/shown']) found.push((await server.get(path, { 'x-forwarded-for': '10.1.2.3' })).status);
    await server.stop();
    return found;
  };
  assert.equal(await statuses({ denyList: ['10.0.0.0/8'] }), [403, 403, 403]);
  assert.equal(await statuses({ denyList: ['10.1.2.3'], allowList: ['10.0.0.0/8'] }), [403, 403, 403]);
  assert.equal(await statuses({ allowList: ['10.0.0.0/8'], defaultAction: 'deny' }), [200, 404, 200]);
  assert.equal(await statuses({ allowList: ['192.0.2.0/24', '2001:db8::/32'], defaultAction: 'deny' }), [403, 403, 403]);
});

const trace = { id: '0af7651916cd43dd8448eb211c80319c', parent: 'b7ad6b7169203331' };
const traceparent = `00-${trace.id}-${trace.parent}-01`;

test('[S5.10.trace] traceparent from the header or _meta reaches the tool and its outgoing fetch; a malformed one does not', async () => {
  const seen: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    seen.push(String(request.headers['traceparent']), String(request.headers['tracestate']), String(request.headers['authorization']));
    response.end();
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
  const server = await project.boot();
  const byHeader = await server.call('trace', { url }, { traceparent, tracestate: 'a=1', authorization: 'Bearer secret' });
  assert.match(textOf(byHeader), trace.id);
  assert.equal(seen, [traceparent, 'a=1', 'undefined']);
  const inMeta = modernRequest('tools/call', { name: 'trace', arguments: {} }, { meta: { traceparent } });
  assert.match((await server.send({ path: '/mcp', ...inMeta })).text, trace.id);
  for (const bad of ['00-0', `ff-${trace.id}-${trace.parent}-01`, `00-${'0'.repeat(32)}-${trace.parent}-01`, `${traceparent}\tx`])
    assert.match(textOf(await server.call('trace', {}, { traceparent: bad })), /trace\W+null/);
  await server.stop();
  other.close();
});

test('[I4.features.dropped] a server without routes, metrics and throttle has none of them in its bundle', async () => {
  const calculator = copyFixture('calculator');
  const { code, report } = await bundleOf(requestOf(calculator.root, 'calculator'));
  calculator.remove();
  for (const text of [
    'service_process_',
    'service_http_requests_total',
    'Rate limit exceeded',
    'is reserved:',
    'METRICS_TOKEN_NOT_CONFIGURED"',
  ])
    assert.is(project.code.includes(text) && code.includes(text), false, text);
  const inputs = report.inputs.join('\n');
  for (const path of ['http/limits/', 'http/metrics/', 'http/custom-routes', 'features/throttle', 'features/metrics', 'features/routes'])
    assert.not.ok(inputs.includes(path), path);
});

test.run();
