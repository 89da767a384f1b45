import { anonymousCaller } from '../define/create-auth-context.ts';
import { allFeatures } from '../features/all.ts';
import { guardedBy } from '../features/application/callers.ts';
import type { FeatureFactory } from '../features/application/feature.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serveSmall, type Served } from '../../../test/support/serve-small.ts';
import { gates } from '../../../test/support/small-server.ts';
import { parseWire, initializeBody, legacyBody, legacyHeaders, openStream, send } from '../../../test/support/wire-client.ts';

const test = suite<{ served: Served }>('sessions over http');

test.before(async (context) => {
  context.served = await serveSmall();
});
test.after(async (context) => {
  await context.served.run.stop(0);
});

async function open(served: Served, version = '2025-11-25', capabilities: Record<string, unknown> = {}) {
  const answer = await send({ port: served.port, headers: legacyHeaders, body: initializeBody(version, capabilities) });
  const id = String(answer.headers['mcp-session-id']);
  const headers = { ...legacyHeaders, 'mcp-session-id': id };
  return {
    id,
    headers,
    opening: parseWire(answer.text),
    post: async (body: string) => {
      const got = await send({ port: served.port, headers, body });
      return { ...got, json: parseWire(got.text === '' ? 'null' : got.text) };
    },
  };
}

test('[D2.client.sessions] initialize gives a session id, visible and unguessable, and requests carry it', async ({ served }) => {
  const session = await open(served);
  assert.match(session.id, /^[\x21-\x7e]{32,}$/);
  assert.is(session.opening.id, 'init');
  assert.is(session.opening.result.protocolVersion, '2025-11-25');
  assert.is(session.opening.result.instructions, 'Be kind.');
  assert.is((await session.post(legacyBody('notifications/initialized'))).status, 202);
  assert.equal((await session.post(legacyBody('ping', {}, 2))).json, { jsonrpc: '2.0', id: 2, result: {} });
  assert.equal((await session.post(legacyBody('logging/setLevel', { level: 'info' }, 3))).json.result, {});
  const { json } = await session.post(legacyBody('tools/call', { name: 'add', arguments: { a: 1, b: 2 } }, 'four'));
  assert.is(json.id, 'four');
  assert.equal(Object.keys(json.result).sort(), ['content', 'structuredContent']);
  assert.is((await session.post(legacyBody('resources/read', { uri: 'test://nope' }, 5))).json.error.code, -32002);
  const unknown = await session.post(legacyBody('nothing', {}, 6));
  assert.equal([unknown.status, unknown.json.error.code], [200, -32601]);
});

test('[MCP.initialize.negotiate] a version is echoed when served, else the newest with a handshake is offered', async ({ served }) => {
  for (const version of ['2025-03-26', '2025-06-18', '2025-11-25'])
    assert.is((await open(served, version)).opening.result.protocolVersion, version);
  for (const version of ['2026-07-28', '1999-01-01', 'x'])
    assert.is((await open(served, version)).opening.result.protocolVersion, '2025-11-25');
});

test('[R9.sessions] missing id 400, unknown and ended 404, DELETE ends', async ({ served }) => {
  const missing = await send({ port: served.port, headers: legacyHeaders, body: legacyBody('tools/list', {}, 1) });
  assert.equal([missing.status, parseWire(missing.text).error.code], [400, -32000]);
  const unknown = await send({
    port: served.port,
    headers: { ...legacyHeaders, 'mcp-session-id': 'x' },
    body: legacyBody('tools/list', {}, 1),
  });
  assert.equal([unknown.status, parseWire(unknown.text).error], [404, { code: -32001, message: 'invalid session id' }]);
  const session = await open(served);
  assert.is((await send({ port: served.port, method: 'DELETE', headers: session.headers })).status, 200);
  const ended = await session.post(legacyBody('tools/list', {}, 2));
  assert.equal([ended.status, ended.json.error.message], [404, 'session ended or expired']);
  assert.is((await send({ port: served.port, method: 'DELETE', headers: session.headers })).status, 404);
});

test('[MCP.session.twice] a second initialize in a session is refused', async ({ served }) => {
  const session = await open(served);
  const again = await session.post(initializeBody());
  assert.equal([again.status, again.json.error.code], [400, -32600]);
});

test('[MCP.transport.version-header] an unknown version header is 400; a missing one is not', async ({ served }) => {
  const session = await open(served);
  const answer = await send({
    port: served.port,
    headers: { ...session.headers, 'mcp-protocol-version': '2020-01-01' },
    body: legacyBody('ping', {}, 1),
  });
  assert.equal([answer.status, parseWire(answer.text).error.code], [400, -32000]);
  const accept = await send({
    port: served.port,
    headers: { ...session.headers, accept: 'application/json' },
    body: legacyBody('ping', {}, 1),
  });
  assert.is(accept.status, 406);
});

test('[MCP.get-stream] changes arrive on the GET stream; a second one is 409; DELETE closes it', async ({ served }) => {
  const session = await open(served);
  await session.post(legacyBody('resources/subscribe', { uri: 'test://about' }, 1));
  const stream = await openStream({ port: served.port, method: 'GET', headers: { ...session.headers, accept: 'text/event-stream' } });
  assert.is(stream.status, 200);
  assert.is((await send({ port: served.port, method: 'GET', headers: { ...session.headers, accept: 'text/event-stream' } })).status, 409);
  const { changes } = served.application.runtime;
  changes.publish({ kind: 'resource', uri: 'test://other' });
  changes.publish({ kind: 'resource', uri: 'test://about' });
  changes.publish({ kind: 'tools' });
  // Whether an update may be told is asked first: what needs no question may overtake it.
  const told = new Set([(await stream.next())?.method, (await stream.next())?.method]);
  assert.equal(told, new Set(['notifications/tools/list_changed', 'notifications/resources/updated']));
  await send({ port: served.port, method: 'DELETE', headers: session.headers });
  assert.is(await stream.next(), undefined);
});

test('[MCP.cancel] notifications/cancelled aborts the call', async ({ served }) => {
  const session = await open(served);
  const started = new Promise<void>((resolve) => (gates.started = resolve));
  const aborted = new Promise<void>((resolve) => (gates.aborted = resolve));
  const waiting = session.post(legacyBody('tools/call', { name: 'wait' }, 'w'));
  await started;
  const twice = await session.post(legacyBody('tools/call', { name: 'wait' }, 'w'));
  assert.equal([twice.status, twice.json.error.code], [400, -32600], 'an id in use');
  await session.post(legacyBody('notifications/cancelled', { requestId: 'w' }));
  await aborted;
  await waiting;
});

test('[MCP.server-request] a tool asks on its own stream and the answer comes in a later POST', async ({ served }) => {
  const session = await open(served, '2025-11-25', { elicitation: {} });
  const stream = await openStream({ port: served.port, headers: session.headers, body: legacyBody('tools/call', { name: 'ask' }, 'a') });
  const question = await stream.next();
  assert.is(question?.method, 'elicitation/create');
  const answer = JSON.stringify({ jsonrpc: '2.0', id: question?.id, result: { action: 'accept', content: { name: 'Ada' } } });
  const other = await open(served);
  assert.is((await other.post(answer)).status, 202, 'an answer from another session goes nowhere');
  assert.is((await session.post(answer)).status, 202);
  const result = await stream.next();
  assert.is(result?.id, 'a');
  assert.match(JSON.stringify(result), 'hello Ada');
  assert.is(await stream.next(), undefined);
});

test('[MCP03.batch] 2025-03-26 takes arrays, later revisions refuse them', async ({ served }) => {
  const old = await open(served, '2025-03-26');
  const batch = `[${legacyBody('ping', {}, 1)},${legacyBody('notifications/initialized')},${legacyBody('tools/list', {}, 2)}]`;
  const { status, text } = await old.post(batch);
  assert.is(status, 200);
  assert.equal(
    (JSON.parse(text) as { id: number }[]).map((answer) => answer.id),
    [1, 2],
  );
  assert.is((await old.post(`[${legacyBody('notifications/initialized')}]`)).status, 202);
  assert.is((await old.post(`[${initializeBody()}]`)).status, 400);
  const newer = await open(served);
  assert.equal([(await newer.post(batch)).status], [400]);
});

test('[MCP03.batch] notifications of an array act, and a hundred messages are the most that one holds', async ({ served }) => {
  const session = await open(served, '2025-03-26');
  const started = new Promise<void>((resolve) => (gates.started = resolve));
  let isAborted = false;
  const aborted = new Promise<void>((resolve) => (gates.aborted = () => ((isAborted = true), resolve())));
  const waiting = session.post(legacyBody('tools/call', { name: 'wait' }, 'w'));
  await started;
  const request = await session.post(`[${legacyBody('notifications/cancelled', { requestId: 'w' }, 1)}]`);
  assert.equal([request.status, isAborted], [200, false], 'a request of that name is no notification');
  assert.is((await session.post(`[${legacyBody('notifications/cancelled', { requestId: 'w' })}]`)).status, 202);
  await aborted;
  await waiting;
  const pings = (count: number): string => `[${Array.from({ length: count }, (_, id) => legacyBody('ping', {}, id)).join(',')}]`;
  const most = await session.post(pings(100));
  assert.equal([most.status, (JSON.parse(most.text) as unknown[]).length], [200, 100]);
  const more = await session.post(pings(101));
  assert.equal([more.status, more.json.error.message], [400, 'Invalid Request: more than 100 messages']);
});

test('the platform keeps the call of a session alive for a client that may return for the answer', async ({ served }) => {
  const session = await open(served);
  const waited: unknown[] = [];
  const headers: Readonly<Record<string, string>> = { ...session.headers, host: 'localhost' };
  const answer = await served.application.handle({
    method: 'POST',
    path: '/',
    query: '',
    secure: false,
    signal: new AbortController().signal,
    header: (name) => headers[name],
    eachHeader: () => undefined,
    text: () => legacyBody('ping', {}, 1),
    bytes: () => new Uint8Array(),
    waitUntil: (work) => void waited.push(work),
  });
  assert.is(answer.status, 200);
  assert.equal((await Promise.all(waited)).filter(Boolean), [{ status: 200, text: '{"jsonrpc":"2.0","id":1,"result":{}}' }]);
});

test('[MCP.projection] older revisions get no fields that they do not know', async ({ served }) => {
  const old = await open(served, '2025-03-26');
  const { json } = await old.post(legacyBody('tools/call', { name: 'add', arguments: { a: 1, b: 2 } }, 1));
  assert.is(json.result.structuredContent, undefined);
  const list = (await old.post(legacyBody('tools/list', {}, 2))).json.result;
  assert.ok(list.tools.every((tool: object) => !('outputSchema' in tool)));
  assert.equal(Object.keys(list), ['tools']);
});

test('a stream ends with the token of its owner', async () => {
  const outdated: FeatureFactory = {
    name: 'outdated',
    create: () => ({
      around: {
        identify: guardedBy(() => ({ auth: { ...anonymousCaller, isAnonymous: false, user: { sub: 'ann' }, expiresAt: Date.now() } })),
      },
    }),
  };
  const guarded = await serveSmall({}, { features: [outdated, ...allFeatures] });
  try {
    const opened = await send({ port: guarded.port, headers: legacyHeaders, body: initializeBody() });
    const headers = { ...legacyHeaders, 'mcp-session-id': String(opened.headers['mcp-session-id']) };
    const stream = await fetch(`http://127.0.0.1:${guarded.port}/`, { headers, signal: AbortSignal.timeout(60_000) });
    assert.match(stream.headers.get('content-type') ?? '', 'text/event-stream');
    await stream.text();
  } finally {
    await guarded.run.stop(0);
  }
});

test("[R9.sessions] another user's session is 404 without a difference, and an id alone is not a login", async () => {
  const byHeader: FeatureFactory = {
    name: 'by-header',
    create: () => ({
      around: {
        identify: guardedBy((exchange) => {
          const sub = exchange.header('x-user');
          return sub === undefined
            ? undefined
            : { auth: { ...anonymousCaller, isAnonymous: false, user: { sub }, claims: { iss: 'test' } } };
        }),
      },
    }),
  };
  const guarded = await serveSmall({}, { features: [byHeader, ...allFeatures] });
  const as = (user: string | undefined, more: Record<string, string> = {}) => ({
    ...legacyHeaders,
    ...(user === undefined ? {} : { 'x-user': user }),
    ...more,
  });
  const opened = await send({ port: guarded.port, headers: as('ann'), body: initializeBody() });
  const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  const use = (user: string | undefined, method = 'POST') =>
    send({ port: guarded.port, method, headers: as(user, session), body: method === 'POST' ? legacyBody('ping', {}, 1) : '' });
  const unknown = await send({ port: guarded.port, headers: as('bob', { 'mcp-session-id': 'x' }), body: legacyBody('ping', {}, 1) });
  for (const user of ['bob', undefined]) {
    for (const method of ['POST', 'GET', 'DELETE']) assert.is((await use(user, method)).status, 404, `${user} ${method}`);
    assert.is((await use(user)).text, unknown.text);
  }
  assert.is((await use('ann')).status, 200);
  await guarded.run.stop(0);
});

test.run();
