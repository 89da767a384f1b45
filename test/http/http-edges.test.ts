/* Edges of HTTP that an audit with clients of our own found, on the built bundle. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { GuardedProject } from '../support/guarded.ts';
import type { Guarded } from '../support/guarded.ts';
import { initializeBody, legacyBody, legacyHeaders, modernRequest, parseWire } from '../support/wire-client.ts';

const project = new GuardedProject();
test.before(() => project.build());
test.after(() => project.close());

const echo = modernRequest('tools/call', { name: 'echo', arguments: { value: 'a' } });

test('[oauth13.absolute-form] a target that names a host is held against the rules of Host, and served where both say the same', async () => {
  const server = await project.boot();
  const own = `localhost:${server.port}`;
  const statusOf = async (path: string, host: string): Promise<readonly [number, string]> => {
    const { status, text } = await server.send({ path, headers: { ...echo.headers, host }, body: echo.body });
    return [status, status === 403 ? text : ''];
  };
  const refused = [403, '{"error":"Forbidden","message":"Invalid Host header"}'] as const;
  for (const [path, host] of [
    ['http://evil.example/mcp', own],
    ['http://evil.example/mcp', 'evil.example'],
    [`http://${own}/mcp`, 'evil.example'],
    ['http://localhost.evil.example/mcp', own],
    [`http://user@${own}/mcp`, `user@${own}`],
  ] as const)
    assert.equal(await statusOf(path, host), refused, `${path} ${host}`);
  assert.equal(await server.ran(), []);
  assert.equal(await statusOf(`http://${own}/mcp?x=1`, own), [200, '']);
  assert.equal(await statusOf('HTTP://localhost/mcp', 'localhost'), [200, '']);
  const health = await server.send({ method: 'GET', path: `http://${own}/healthz`, headers: { host: own } });
  assert.equal([health.status, parseWire(health.text).status], [200, 'ok']);
  assert.match((await server.send({ method: 'GET', path: 'http://localhost', headers: { host: 'localhost' } })).text, 'Cannot GET /<');
  await server.stop();
});

test('[I4.body.bom] a byte order mark before the message is ignored, as on the fetch host; two are no JSON', async () => {
  const server = await project.boot();
  const answer = (body: string) => server.send({ path: '/mcp', headers: echo.headers, body });
  assert.is((await answer(`\ufeff${echo.body}`)).status, 200);
  const two = await answer(`\ufeff\ufeff${echo.body}`);
  assert.equal([two.status, parseWire(two.text).error.code], [400, -32700]);
  assert.equal(await server.ran(), ['echo']);
  await server.stop();
});

test('[I4.accept.case] media types of Accept are compared without case', async () => {
  const server = await project.boot();
  const statusOf = async (accept: string): Promise<number> =>
    (await server.send({ path: '/mcp', headers: { ...legacyHeaders, accept }, body: initializeBody() })).status;
  assert.is(await statusOf('Application/JSON, TEXT/Event-Stream'), 200);
  assert.is(await statusOf('TEXT/*, application/*;q=0.5'), 200);
  for (const accept of ['application/json', 'TEXT/EVENT-STREAM', 'text/html']) assert.is(await statusOf(accept), 406, accept);
  await server.stop();
});

async function openSession(server: Guarded): Promise<string> {
  const opened = await server.send({ path: '/mcp', headers: legacyHeaders, body: initializeBody() });
  return String(opened.headers['mcp-session-id']);
}

test('[MCP.session.delete] DELETE ends a live session once; without an id, or with one that ended or never was, it is refused', async () => {
  const server = await project.boot();
  const end = async (headers: Readonly<Record<string, string>>): Promise<readonly unknown[]> => {
    const { status, text } = await server.send({ method: 'DELETE', path: '/mcp', headers });
    return text === '' ? [status] : [status, parseWire(text).error.message];
  };
  const [id, other] = [await openSession(server), await openSession(server)];
  assert.equal(await end({ 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' }), [200]);
  assert.equal(await end({ 'mcp-session-id': id }), [404, 'session ended or expired']);
  assert.equal(await end({ 'mcp-session-id': 'made-up' }), [404, 'invalid session id']);
  assert.is((await end({}))[0], 400);
  assert.equal(await end({ 'mcp-session-id': other }), [200], 'another session goes on until its own end');
  await server.stop();
});

test('[S5.3.session.texts] an invented id and the id of an ended session get different texts', async () => {
  const server = await project.boot();
  const id = await openSession(server);
  const ask = async (session: string): Promise<readonly unknown[]> => {
    const headers = { ...legacyHeaders, 'mcp-session-id': session };
    const { status, text } = await server.send({ path: '/mcp', headers, body: legacyBody('ping', {}, 1) });
    const { code, message } = parseWire(text).error;
    return [status, code, message];
  };
  assert.is((await server.send({ method: 'DELETE', path: '/mcp', headers: { 'mcp-session-id': id } })).status, 200);
  assert.equal(await ask(id), [404, -32001, 'session ended or expired']);
  for (const other of ['made-up', `${id}x`, id.toLowerCase()]) assert.equal(await ask(other), [404, -32001, 'invalid session id'], other);
  await server.stop();
  const restarted = await project.boot();
  const headers = { ...legacyHeaders, 'mcp-session-id': id };
  const foreign = await restarted.send({ path: '/mcp', headers, body: legacyBody('ping', {}, 1) });
  assert.equal([foreign.status, parseWire(foreign.text).error.message], [404, 'invalid session id']);
  await restarted.stop();
});

test('[S5.8.retry-after] a client that waits for Retry-After is served: a full window fades out in the next one', async () => {
  const server = await project.boot({ options: { throttle: { global: { maxRequests: 1, windowMs: 3_600_000 } } } });
  assert.is((await server.call('echo', { value: 'a' })).status, 200);
  const refused = await server.call('echo', { value: 'b' });
  const seconds = Number(refused.headers['retry-after']);
  assert.is(refused.status, 429);
  // One request a window: the whole next window has to pass, too.
  assert.ok(seconds >= 3600 && seconds <= 7200, String(seconds));
  await server.stop();
});

test('[S5.8.trust-proxy] an option that only a variable can fulfil is said at the start', async () => {
  const throttle = { ipFilter: { denyList: ['203.0.113.9'], trustProxy: true } };
  const warning = 'throttle.ipFilter.trustProxy has no effect of its own: set SERVICE_TRUST_PROXY';
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  const alone = await project.boot({ options: { throttle } });
  assert.match(alone.boot.output.stderr, warning);
  assert.is((await alone.get('/healthz', forwarded)).status, 200);
  await alone.stop();
  const together = await project.boot({ options: { throttle }, variables: { SERVICE_TRUST_PROXY: '1' } });
  assert.not.match(together.boot.output.stderr, warning);
  assert.is((await together.get('/healthz', forwarded)).status, 403);
  await together.stop();
});

test('[S5.2.event-store.numbers] counts and times that keep nothing stop the start, in every option', async () => {
  const { code, stderr } = await project.start({ options: { throttle: { ipFilter: { trustedProxyDepth: 0 } } } });
  assert.is(code, 1);
  assert.match(stderr, '"throttle.ipFilter.trustedProxyDepth": expected an integer of at least 1; got 0');
});

test('[S5.9.metrics.codes] starts that metrics end say the code of the fault', async () => {
  const token = await project.start({ options: { metrics: { enabled: true, auth: 'token' } } });
  assert.equal([token.code, token.stderr.includes('METRICS_TOKEN_NOT_CONFIGURED: metrics.auth')], [1, true]);
  const path = await project.start({ options: { metrics: { enabled: true, path: '/mcp' } } });
  assert.equal([path.code, path.stderr.includes('METRICS_PATH_CONFLICT: metrics.path "/mcp" is taken')], [1, true]);
});

test('[I4.log.request-id] the log of a failed tool names the request', async () => {
  const server = await project.boot({ variables: { NODE_ENV: 'production' } });
  await server.call('trace', { url: 'http://127.0.0.1:1/' });
  const line = await server.boot.until(() => /^.*"tool failed".*$/m.exec(server.boot.output.stderr)?.[0]);
  const { fields } = JSON.parse(line) as { fields: Record<string, unknown> };
  assert.is(fields['tool'], 'trace');
  assert.match(String(fields['requestId']), /^[0-9a-f-]{32,}$/);
  await server.stop();
});

test.run();
