/* `createEdgeMcp` in a worker that is written by hand, on workerd: a Durable Object for each session. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bootWorker, type WorkerBoot } from '../support/boot/worker.ts';
import { bundleEdgeWorker } from '../support/bundle-edge-worker.ts';
import { initializeBody, legacyBody, legacyHeaders, modernRequest, openStream, send } from '../support/wire-client.ts';

interface Looked {
  readonly records: readonly string[];
  readonly alarm: number | null;
}

const test = suite<{ folder: string; bundle: string; worker: WorkerBoot }>('sessions in objects of a worker');

const vars = { KEYS: JSON.stringify(['ada', 'bob'].map((sub) => ({ token: `key-of-${sub}-0123456789`, sub }))) };
const objects = { SERVICE_SESSIONS: 'SessionDurableObject' };

test.before(async (context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'service-edge-'));
  mkdirSync(join(context.folder, 'dist'));
  context.bundle = await bundleEdgeWorker(join(context.folder, 'dist', 'index.js'));
});
test.before(async (context) => {
  context.worker = await bootAgain(context);
});
test.after(async ({ folder, worker }) => {
  await worker.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** On the storage of the last one. */
const bootAgain = ({ bundle, folder }: { readonly bundle: string; readonly folder: string }): Promise<WorkerBoot> =>
  bootWorker({ bundle, objects, vars, flags: ['nodejs_compat'], kept: join(folder, 'kept') });

const portOf = ({ origin }: WorkerBoot): number => Number(new URL(origin).port);
const bearer = (user: string) => ({ authorization: `Bearer key-of-${user}-0123456789` });

/** A session of one user. */
class EdgeSession {
  readonly headers: Record<string, string>;
  readonly id: string;

  constructor(id: string, user: string) {
    this.id = id;
    this.headers = { ...legacyHeaders, ...bearer(user), 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
  }

  post(worker: WorkerBoot, method: string, params: Record<string, unknown> = {}) {
    return send({ port: portOf(worker), path: '/mcp', headers: this.headers, body: legacyBody(method, params, 1) });
  }
  call(worker: WorkerBoot, name: string) {
    return this.post(worker, 'tools/call', { name, arguments: {} });
  }
  end(worker: WorkerBoot) {
    return send({ port: portOf(worker), path: '/mcp', method: 'DELETE', headers: this.headers });
  }
  listen(worker: WorkerBoot, lastEventId?: string) {
    const headers: Record<string, string> = { ...this.headers, accept: 'text/event-stream' };
    if (lastEventId !== undefined) headers['last-event-id'] = lastEventId;
    return openStream({ port: portOf(worker), path: '/mcp', method: 'GET', headers });
  }
}

async function open(worker: WorkerBoot, user = 'ada', capabilities: Record<string, unknown> = {}): Promise<EdgeSession> {
  const headers = { ...legacyHeaders, ...bearer(user) };
  const answer = await send({ port: portOf(worker), path: '/mcp', headers, body: initializeBody('2025-11-25', capabilities) });
  assert.is(answer.status, 200, answer.text);
  return new EdgeSession(String(answer.headers['mcp-session-id']), user);
}

/** Each on a connection of its own: one that is kept may be closed by the time that it is used. */
const askAt = async <Value>(worker: WorkerBoot, path: string): Promise<Value> =>
  JSON.parse((await send({ port: portOf(worker), method: 'GET', path })).text) as Value;
const look = (worker: WorkerBoot, step: string, object = 0): Promise<Looked> => askAt(worker, `/look/${step}?object=${object}`);
const countObjects = (worker: WorkerBoot): Promise<number> => askAt(worker, '/look/count');

/** The object that the next session gets. */
const nextObject = countObjects;

test('[E2.object] a session lives in an object of its own, from its first request to its last', async ({ worker }) => {
  const object = await nextObject(worker);
  const first = await open(worker);
  const second = await open(worker);
  assert.is(await countObjects(worker), object + 2);
  const listed = await first.post(worker, 'tools/list');
  assert.is(listed.status, 200, listed.text);
  assert.match(listed.text, '"echo"');
  assert.match((await first.call(worker, 'echo')).text, 'called by ada');
  assert.ok((await look(worker, 'records', object)).records.length > 0);
  assert.is((await first.end(worker)).status, 200);
  assert.equal(await look(worker, 'records', object), { records: [], alarm: null }, 'nothing of it is kept');
  const ended = await first.call(worker, 'echo');
  assert.is(ended.status, 404);
  assert.match(ended.text, 'session ended or expired');
  assert.is((await first.end(worker)).status, 404);
  assert.is((await second.call(worker, 'echo')).status, 200, 'the other one goes on');
  assert.is(await countObjects(worker), object + 2);
});

test('[E2.object] a session that has ended leaves no database behind, however often it is asked for', async ({ worker }) => {
  const object = await nextObject(worker);
  const session = await open(worker);
  assert.equal((await look(worker, 'tables', object)).records, ['records']);
  const answers = await Promise.all([session.call(worker, 'echo'), session.end(worker), session.call(worker, 'tell')]);
  assert.is(answers[1]?.status, 200);
  await session.end(worker);
  for (const name of ['echo', 'tell']) assert.is((await session.call(worker, name)).status, 404);
  assert.is((await session.listen(worker)).status, 404);
  assert.equal(await look(worker, 'tables', object), { records: [], alarm: null });
});

test('[E2.not-initialized] a request without a session, or with a forged one, is refused and wakes no object', async ({ worker }) => {
  const object = await countObjects(worker);
  const headers = { ...legacyHeaders, ...bearer('ada') };
  const ask = (more: Record<string, string>, method = 'POST') =>
    send({
      port: portOf(worker),
      path: '/mcp',
      method,
      headers: { ...headers, ...more },
      body: method === 'POST' ? legacyBody('tools/list', {}, 1) : undefined,
    });
  for (const method of ['POST', 'GET', 'DELETE']) {
    const answer = await ask({ accept: 'application/json, text/event-stream' }, method);
    assert.is(answer.status, 400, method);
    assert.match(answer.text, 'Bad Request: Server not initialized');
  }
  const forged = await ask({ 'mcp-session-id': 'A'.repeat(120) });
  assert.is(forged.status, 404);
  assert.match(forged.text, 'invalid session id');
  assert.is((await ask({ 'x-service-session-id': 'mine' })).status, 400, 'the name of an object is no matter of clients');
  const stranger = await send({ port: portOf(worker), path: '/mcp', headers: legacyHeaders, body: initializeBody() });
  assert.is(stranger.status, 401, 'a caller without a key opens nothing');
  const modern = modernRequest('tools/list', {}, { headers: bearer('ada') });
  assert.is((await send({ port: portOf(worker), path: '/mcp', ...modern })).status, 200, 'clients of 2026-07-28 need no session');
  assert.is(await countObjects(worker), object);
});

test('[E2.users] no user comes into the session of another', async ({ worker }) => {
  const object = await nextObject(worker);
  const session = await open(worker);
  const foreign = new EdgeSession(session.id, 'bob');
  for (const answer of [await foreign.call(worker, 'echo'), await foreign.end(worker)]) {
    assert.is(answer.status, 404);
    assert.match(answer.text, 'invalid session id');
  }
  assert.is((await foreign.listen(worker)).status, 404);
  assert.match((await session.call(worker, 'echo')).text, 'called by ada');
  assert.is(await countObjects(worker), object + 1);
});

test('[E2.stream] the stream of a session brings its messages, and leaves with its client', async ({ worker }) => {
  const [session, other] = [await open(worker), await open(worker)];
  const stream = await session.listen(worker);
  assert.is(stream.status, 200);
  assert.is((await session.listen(worker)).status, 409, 'there is one');
  const silent = await other.listen(worker);
  await session.call(worker, 'tell');
  assert.is((await stream.next())?.['method'], 'notifications/tools/list_changed');
  await other.call(worker, 'tell');
  assert.is((await silent.next())?.['method'], 'notifications/tools/list_changed', 'it hears of its own session alone');
  const lastEventId = stream.lastEventId();
  stream.close();
  await session.call(worker, 'tell');
  const resumed = await session.listen(worker, lastEventId);
  assert.is(resumed.status, 200);
  assert.is((await resumed.next())?.['method'], 'notifications/tools/list_changed', 'what was missed comes first');
  await session.end(worker);
  assert.is(await resumed.next(), undefined, 'the end of the session ends its stream');
  silent.close();
});

test('[E2.stream] a question to the client waits in the object of its session for the answer, which is a request of its own', async ({
  worker,
}) => {
  const session = await open(worker, 'ada', { elicitation: {} });
  const call = await openStream({
    port: portOf(worker),
    path: '/mcp',
    headers: session.headers,
    body: legacyBody('tools/call', { name: 'greet', arguments: {} }, 'call'),
  });
  const question = await call.next();
  assert.is(question?.['method'], 'elicitation/create');
  const body = JSON.stringify({ jsonrpc: '2.0', id: question?.['id'], result: { action: 'accept', content: { name: 'Ada' } } });
  assert.is((await send({ port: portOf(worker), path: '/mcp', headers: session.headers, body })).status, 202);
  assert.match(JSON.stringify(await call.next()), 'Hello, Ada!');
  call.close();
});

test('[E2.eviction] an object that is ended loses its stream alone: the client comes back by the last event', async ({ worker }) => {
  const object = await nextObject(worker);
  const session = await open(worker);
  const stream = await session.listen(worker);
  await session.call(worker, 'tell');
  await stream.next();
  const lastEventId = stream.lastEventId();
  await look(worker, 'abort', object).catch(() => undefined);
  assert.is(await stream.next(), undefined, 'the stream has ended');
  await session.call(worker, 'tell');
  const resumed = await session.listen(worker, lastEventId);
  assert.is(resumed.status, 200);
  await session.call(worker, 'tell');
  assert.is((await resumed.next())?.['method'], 'notifications/tools/list_changed');
  resumed.close();
});

test('[E2.expiry] an alarm removes a session that was not used, and its object', async ({ worker }) => {
  const object = await nextObject(worker);
  const session = await open(worker);
  const { alarm, records } = await look(worker, 'records', object);
  assert.ok(records.length > 0);
  const minutes = (Number(alarm) - Date.now()) / 60_000;
  assert.ok(minutes > 0 && minutes <= 62, `the alarm rings in ${minutes} minutes`);
  await look(worker, 'alarm', object);
  assert.is((await session.call(worker, 'echo')).status, 200, 'it is not at its end');
  await look(worker, 'expire', object);
  await look(worker, 'alarm', object);
  assert.equal(await look(worker, 'records', object), { records: [], alarm: null });
  const expired = await session.call(worker, 'echo');
  assert.is(expired.status, 404);
  assert.match(expired.text, 'session ended or expired');
});

test('[E2.object] a session goes on after the runtime was started anew on the same storage', async (context) => {
  const [session, ended] = [await open(context.worker), await open(context.worker)];
  const stream = await session.listen(context.worker);
  await session.call(context.worker, 'tell');
  await stream.next();
  const lastEventId = stream.lastEventId();
  await ended.end(context.worker);
  await context.worker.stop();
  context.worker = await bootAgain(context);
  const { worker } = context;
  assert.match((await session.call(worker, 'echo')).text, 'called by ada');
  assert.is((await new EdgeSession(session.id, 'bob').call(worker, 'echo')).status, 404);
  const resumed = await session.listen(worker, lastEventId);
  assert.is(resumed.status, 200);
  resumed.close();
  assert.is((await ended.call(worker, 'echo')).status, 404);
});

test('[E2.passing] without strictSession a request that names no session is answered, and wakes no object', async ({ folder }) => {
  const bundle = await bundleEdgeWorker(join(folder, 'dist', 'full.js'), 'full');
  const worker = await bootWorker({ bundle, objects, vars, flags: ['nodejs_compat'] });
  try {
    const ask = (body: string | undefined, more: Record<string, string> = {}) =>
      send({ port: portOf(worker), path: '/mcp', headers: { ...legacyHeaders, ...bearer('ada'), ...more }, body });
    for (let at = 0; at < 20; at++) {
      const called = await ask(legacyBody('tools/call', { name: 'echo', arguments: {} }, at));
      assert.is(called.status, 200, called.text);
      assert.match(called.text, 'called by ada');
    }
    assert.is((await ask(legacyBody('notifications/initialized'))).status, 202);
    const batch = await ask(`[${legacyBody('ping', {}, 1)},${legacyBody('tools/list', {}, 2)}]`, { 'mcp-protocol-version': '2025-03-26' });
    assert.is(batch.status, 200, batch.text);
    assert.match(batch.text, '"echo"');
    assert.is((await ask(legacyBody('ping', {}, 1), { 'mcp-session-id': 'x' })).status, 404);
    assert.is(await countObjects(worker), 0);
    const session = await open(worker);
    assert.match((await session.call(worker, 'echo')).text, 'called by ada');
    assert.is(await countObjects(worker), 1, 'sessions are objects as before');
  } finally {
    await worker.stop();
  }
});

test('[E2.room] what streams have sent makes room for what they send, and the session goes on', async ({ worker }) => {
  const object = await nextObject(worker);
  const session = await open(worker);
  const shouted = await session.call(worker, 'shout');
  assert.match(shouted.text, 'hoarse');
  const { count, sum } = await askAt<{ count: number; sum: number }>(worker, `/look/size?object=${object}`);
  assert.ok(sum > 8_000_000 && sum <= 16 * 1024 * 1024, `${count} records of ${sum} characters`);
  assert.match((await session.call(worker, 'echo')).text, 'called by ada');
  assert.is((await session.listen(worker, /id: (\S+)/.exec(shouted.text)?.[1])).status, 400, 'the first of them are gone');
  await session.end(worker);
  assert.equal(await look(worker, 'records', object), { records: [], alarm: null });
});

test('[E2.workers] two workers reach the objects of one: what either does to a session both see', async ({ bundle }) => {
  const worker = await bootWorker({ bundle, objects, vars, flags: ['nodejs_compat'], twice: true });
  const second = { ...worker, origin: worker.secondOrigin };
  try {
    assert.is.not(second.origin, worker.origin);
    const [session, other] = [await open(worker), await open(second, 'bob')];
    for (const at of [worker, second]) {
      assert.match((await session.call(at, 'echo')).text, 'called by ada');
      assert.match((await other.call(at, 'echo')).text, 'called by bob');
      assert.is((await new EdgeSession(session.id, 'bob').call(at, 'echo')).status, 404);
    }
    const stream = await session.listen(second);
    assert.is((await session.listen(worker)).status, 409, 'there is one, whoever opened it');
    await session.call(worker, 'tell');
    assert.is((await stream.next())?.['method'], 'notifications/tools/list_changed');
    assert.is((await session.end(worker)).status, 200);
    assert.is(await stream.next(), undefined);
    for (const at of [worker, second]) {
      const ended = await session.call(at, 'echo');
      assert.is(ended.status, 404);
      assert.match(ended.text, 'session ended or expired');
    }
    assert.match((await other.call(worker, 'echo')).text, 'called by bob');
    assert.is((await other.end(second)).status, 200);
    assert.is((await other.call(worker, 'echo')).status, 404);
  } finally {
    await worker.stop();
  }
});

test('[E1.faults] a worker without the binding says what to add', async ({ bundle }) => {
  const worker = await bootWorker({ bundle, vars, flags: ['nodejs_compat'] });
  const answer = await send({
    port: portOf(worker),
    path: '/mcp',
    headers: { ...legacyHeaders, ...bearer('ada') },
    body: initializeBody(),
  });
  assert.is(answer.status, 500);
  const { code, error, message } = JSON.parse(answer.text) as Record<string, string>;
  assert.equal([error, code], ['server_misconfigured', 'CONFIG_INVALID']);
  assert.match(
    String(message),
    'The binding SERVICE_SESSIONS of the worker is missing: add { name = "SERVICE_SESSIONS", class_name = "SessionDurableObject" }',
  );
  assert.match(String(message), 'new_sqlite_classes = ["SessionDurableObject"]');
  await worker.stop();
});

test('[E2.object] with a public address that is pinned, objects take what the worker has let in, and foreign hosts reach neither', async ({
  bundle,
}) => {
  const pinned = { ...vars, SERVICE_PUBLIC_URL: 'https://mcp.example', SERVICE_ALLOWED_HOSTS: 'mcp.example' };
  const worker = await bootWorker({ bundle, objects, vars: pinned, flags: ['nodejs_compat'] });
  try {
    const ask = (host: string, body: string, more: Record<string, string> = {}) =>
      send({ port: portOf(worker), path: '/mcp', headers: { ...legacyHeaders, ...bearer('ada'), host, ...more }, body });
    const opened = await ask('mcp.example', initializeBody('2025-11-25'));
    assert.is(opened.status, 200, opened.text);
    const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']), 'mcp-protocol-version': '2025-11-25' };
    const call = legacyBody('tools/call', { name: 'echo', arguments: {} }, 1);
    assert.match((await ask('mcp.example', call, session)).text, 'called by ada');
    assert.is((await ask('evil.example', call, session)).status, 403);
  } finally {
    await worker.stop();
  }
});

test.run();
