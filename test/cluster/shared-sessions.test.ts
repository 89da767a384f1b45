import { setImmediate as turn } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SessionIds } from '../../src/runtime/mcp/sessions/session-ids.ts';
import { distributedTarget } from '../../src/targets/distributed/target.ts';
import { changeCharacter } from '../support/change-character.ts';
import { runBundle } from '../support/boot/node.ts';
import type { HttpBoot } from '../support/boot/node.ts';
import { forgedNews } from '../support/forged-news.ts';
import { forgeRecord, storedValue, unpinned } from '../support/stored-records.ts';
import { until } from '../support/limiter-world.ts';
import { freePort, startRedis } from '../support/redis-server.ts';
import type { RedisServer } from '../support/redis-server.ts';
import { goOnThroughRestarts } from '../support/go-on-through-restarts.ts';
import { sharedEnvironment, SharedProject } from '../support/shared-project.ts';
import { nextOf, openSession, portOf, WireSession } from '../support/shared-session.ts';
import { initializeBody, legacyBody, legacyHeaders, modernRequest, send } from '../support/wire-client.ts';

interface Context {
  project: SharedProject;
  redis: RedisServer;
  a: HttpBoot;
  b: HttpBoot;
}

const test = suite<Context>('shared sessions');

test.before(async (context) => {
  context.project = new SharedProject();
  await context.project.build();
  context.redis = await startRedis();
  context.a = await context.project.boot(context.redis.port, { INSTANCE: 'a' });
  context.b = await context.project.boot(context.redis.port, { INSTANCE: 'b' });
});
test.after(async ({ project, redis }) => {
  await project.remove();
  await redis.remove();
});

const name = 'shared';

test('[I4.sessions.restarts] behind a round-robin proxy an official client goes on through restarts of either instance', async ({
  project,
  redis,
}) => {
  await goOnThroughRestarts((instance) => project.boot(redis.port, { INSTANCE: instance }));
});

test('[target.format] instances that are ES modules of the target distributed share their sessions', async ({ redis }) => {
  const project = new SharedProject(distributedTarget, {}, 'esm');
  try {
    await project.build();
    assert.match(project.code, /import\{[^}]*\}from/);
    await goOnThroughRestarts((instance) => project.boot(redis.port, { INSTANCE: instance }));
  } finally {
    await project.remove();
  }
});

test('[I4.sessions.sealed] only an id that was sealed with the secret of the servers is a session', async ({ a, b, project, redis }) => {
  const session = await openSession(a);
  assert.ok(session.id.length > 100 && /^[\w-]+$/.test(session.id));
  assert.is((await session.call(b, 'echo', { value: 'x' })).status, 200);
  for (const made of ['x', 'A'.repeat(session.id.length), changeCharacter(session.id, -1), `${session.id}A`]) {
    const answer = await new WireSession(made).call(b, 'echo', { value: 'x' });
    assert.is(answer.status, 404, made);
  }
  const stranger = await project.boot(redis.port, { MCP_SESSION_SECRET: 'another secret that nobody else has' });
  assert.is((await session.call(stranger, 'echo', { value: 'x' })).status, 404, 'the same store, another secret');
  const derived = await project.boot(redis.port, { MCP_SESSION_SECRET: '', JWT_SECRET: 'one secret for every instance of it' });
  assert.is((await session.call(derived, 'echo', { value: 'x' })).status, 200, 'derived from JWT_SECRET by a label');
});

test('[S5.3.session.age] an id older than 30 days revives no session, even while the store has it', async ({ a, redis }) => {
  const store = await createClient({ socket: { host: '127.0.0.1', port: redis.port } }).connect();
  try {
    const fresh = await openSession(a);
    const principal = JSON.stringify([true, '', '']);
    const record = await storedValue(store, `mcp:session:shared@:${fresh.id}`);
    assert.is((JSON.parse(String(record)) as { principal: string }).principal, principal);
    const sealing = { secret: 'one secret for every instance of it', identity: unpinned(name) };
    for (const [days, status] of [
      [29, 200],
      [31, 404],
    ] as const) {
      const id = await new SessionIds(sealing, () => Date.now() - days * 86_400_000).issue(principal);
      await forgeRecord(store, `mcp:session:shared@:${id}`, String(record));
      const answer = await new WireSession(id).call(a, 'echo', { value: 'x' });
      assert.is(answer.status, status, answer.text);
      if (status === 404) assert.match(answer.text, 'session ended or expired');
    }
  } finally {
    store.destroy();
  }
});

test('[I4.sessions.delete] a session that one instance ended is ended on all, with its streams', async ({ a, b }) => {
  const session = await openSession(a);
  const stream = await session.listen(b);
  assert.is((await session.end(a)).status, 200);
  assert.is(await stream.next(), undefined, 'the stream on the other instance ends');
  for (const at of [a, b]) assert.is((await session.call(at, 'echo', { value: 'x' })).status, 404);
  assert.is((await session.end(b)).status, 404);
});

test('[I4.sessions.questions] a question of one instance is answered through the other', async ({ a, b }) => {
  const session = await openSession(a, { elicitation: {} });
  const stream = await session.callOnStream(a, 'greet');
  const question = await nextOf(stream, 'elicitation/create');
  const answer = { jsonrpc: '2.0', id: question['id'], result: { action: 'accept', content: { name: 'Ada' } } };
  assert.is((await session.post(b, JSON.stringify(answer))).status, 202);
  assert.match(JSON.stringify(await stream.next()), 'Hello, Ada!');
});

test('[S5.4.across] changes reach the clients of every instance, and of a resource its subscribers alone', async ({ a, b }) => {
  const session = await openSession(a);
  const [here, there] = [await session.listen(a), await (await openSession(b)).listen(b)];
  assert.is((await session.request(b, 'resources/subscribe', { uri: 'note://one' })).status, 200);
  await (await openSession(b)).call(b, 'edit');
  await (await openSession(b)).call(b, 'grow');
  assert.is((await here.next())?.['method'], 'notifications/resources/updated', 'subscribed through the other instance');
  assert.is((await here.next())?.['method'], 'notifications/tools/list_changed');
  assert.is((await there.next())?.['method'], 'notifications/tools/list_changed', 'told once, and nothing of the resource');
  here.close();
  there.close();
});

test('[S5.4.across.forged] messages without the signature of an instance are dropped', async ({ a, b, redis }) => {
  const store = await createClient({ socket: { host: '127.0.0.1', port: redis.port } }).connect();
  try {
    const session = await openSession(b);
    const stream = await session.listen(b);
    for (const text of forgedNews(session.id)) await store.publish('mcp:bus:shared@', text);
    await session.call(a, 'grow');
    assert.is((await stream.next())?.['method'], 'notifications/tools/list_changed', 'nothing came before it');
    stream.close();
    assert.is((await session.call(b, 'echo', { value: 'x' })).status, 200);
    assert.not.match(b.output.stderr, /connection to Redis was lost|TypeError/);
  } finally {
    store.destroy();
  }
});

test('[I4.sessions.resume] what an instance sent before it was lost is heard on another, and the stream goes on there', async ({
  b,
  project,
  redis,
}) => {
  const lost = await project.boot(redis.port, { INSTANCE: 'lost' });
  const session = await openSession(lost);
  const headers = { ...session.headers, accept: 'text/event-stream' };
  const first = await send({ port: portOf(b), path: '/mcp', method: 'GET', headers: { ...headers, 'last-event-id': 'gffffx1-0' } });
  assert.is(first.status, 400, 'an event that nobody sent');
  const stream = await session.listen(lost);
  await session.call(lost, 'grow');
  await nextOf(stream, 'notifications/tools/list_changed');
  await session.call(lost, 'grow');
  await nextOf(stream, 'notifications/tools/list_changed');
  // One connection to the store: what this call asks it comes after what was kept of the stream.
  await session.call(lost, 'echo', { value: 'x' });
  await lost.stop('SIGKILL');
  const id = stream.lastEventId().replace(/-2$/, '-1');
  const resumed = await session.listen(b, id);
  assert.is((await nextOf(resumed, 'notifications/tools/list_changed'))['jsonrpc'], '2.0', 'the second one again');
  await session.call(b, 'grow');
  assert.is((await resumed.next())?.['method'], 'notifications/tools/list_changed', 'and what came afterwards');
  resumed.close();
});

test('[I4.sessions.resume] a stream that has sent nothing yet goes on at another instance', async ({ b, project, redis }) => {
  const lost = await project.boot(redis.port, { INSTANCE: 'lost' });
  const session = await openSession(lost);
  const stream = await session.listen(lost);
  // One connection to the store: what this call asks it comes after the beginning of the stream was kept.
  await session.call(lost, 'echo', { value: 'x' });
  await lost.stop('SIGKILL');
  assert.match(stream.lastEventId(), /-0$/);
  const resumed = await session.listen(b, stream.lastEventId());
  assert.is(resumed.status, 200);
  // Its client comes back by an id of the stream that goes on.
  await until(() => !['', stream.lastEventId()].includes(resumed.lastEventId()));
  resumed.close();
  await session.call(b, 'grow');
  const again = await session.listen(b, resumed.lastEventId());
  assert.is((await again.next())?.['method'], 'notifications/tools/list_changed', 'what was sent while the client was away');
  again.close();
});

test('[I4.sessions.resume] a call whose client left before its first message is answered at another instance', async ({ a, b }) => {
  const session = await openSession(a);
  const stream = await session.callOnStream(a, 'slow');
  await until(() => stream.lastEventId() !== '');
  stream.close();
  let answer: unknown;
  for (let tries = 0; answer === undefined && tries < 200; tries++) {
    const resumed = await session.listen(b, stream.lastEventId());
    // Until the beginning was kept, which is once the other instance has seen its client leave.
    if (resumed.status === 200) {
      answer = await resumed.next();
      assert.is(resumed.lastEventId().split('-')[0], stream.lastEventId().split('-')[0], 'the next try is for the same stream');
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.match(JSON.stringify(answer), 'done at last');
});

test('[R3.used-states] an answer that was acted on by one instance is refused by the other', async ({ a, b }) => {
  const ask = (at: HttpBoot, more: Record<string, unknown>) => {
    const meta = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };
    return send({ port: portOf(at), path: '/mcp', ...modernRequest('tools/call', { name: 'greet', arguments: {}, ...more }, { meta }) });
  };
  const asked = JSON.parse((await ask(a, {})).text) as { result: { requestState: string; inputRequests: Record<string, unknown> } };
  const [key = ''] = Object.keys(asked.result.inputRequests);
  const answers = {
    requestState: asked.result.requestState,
    inputResponses: { [key]: { action: 'accept', content: { name: 'Ada' } } },
  };
  assert.match((await ask(b, answers)).text, 'Hello, Ada!');
  const again = await ask(a, answers);
  assert.not.match(again.text, 'Hello, Ada!');
});

test('[I4.sessions.created] one address opens so many sessions and no more, over all instances', async ({ project }) => {
  const redis = await startRedis();
  const [one, two] = [await project.boot(redis.port), await project.boot(redis.port)];
  let [opened, refused] = [0, 0];
  while (refused === 0 && opened < 800) {
    const asked = Array.from({ length: 40 }, (_, at) => {
      return send({ port: portOf(at % 2 === 0 ? one : two), path: '/mcp', headers: legacyHeaders, body: initializeBody() });
    });
    for (const { headers, status } of await Promise.all(asked)) {
      if (status === 200) opened++;
      else {
        assert.is(status, 429);
        assert.match(String(headers['retry-after']), /^\d+$/);
        refused++;
      }
    }
  }
  // The window slides: while it does, some more may pass.
  assert.ok(refused > 0 && opened >= 600, `${opened} opened, ${refused} refused`);
  await Promise.all([one.stop(), two.stop()]);
  await redis.remove();
});

test('[S5.8.shared] limits count the requests of all instances together', async ({ project }) => {
  const limited = await startRedis();
  const [one, two] = [await project.boot(limited.port, { MOST: '3' }), await project.boot(limited.port, { MOST: '3' })];
  const ask = async (at: HttpBoot) => (await send({ port: portOf(at), path: '/nothing', method: 'GET' })).status;
  assert.equal([await ask(one), await ask(two), await ask(one), await ask(two), await ask(one)], [404, 404, 404, 429, 429]);
  await Promise.all([one.stop(), two.stop()]);
  await limited.remove();
});

test('[I4.store.lost] while the store is away 503 with Retry-After, then served again with everything that was acknowledged', async ({
  project,
}) => {
  const redis = await startRedis();
  const [one, two] = [await project.boot(redis.port), await project.boot(redis.port)];
  const session = await openSession(one);
  assert.is((await session.request(one, 'resources/subscribe', { uri: 'note://one' })).status, 200);
  assert.is((await send({ port: portOf(one), path: '/readyz', method: 'GET' })).status, 200);
  await redis.kill();
  for (const at of [one, two]) {
    const attempts = [
      session.call(at, 'echo', { value: 'x' }),
      send({ port: portOf(at), path: '/mcp', headers: session.headers, body: legacyBody('ping', {}, 1) }),
    ];
    for (const { headers, status, text } of await Promise.all(attempts)) {
      assert.is(status, 503, text);
      assert.match(String(headers['retry-after']), /^\d+$/);
    }
    assert.is((await send({ port: portOf(at), path: '/readyz', method: 'GET' })).status, 503);
    assert.is((await send({ port: portOf(at), path: '/healthz', method: 'GET' })).status, 200, 'alive, and not to be restarted');
  }
  await redis.start();
  for (const at of [one, two]) while ((await session.call(at, 'echo', { value: 'x' })).status === 503) await turn();
  const stream = await session.listen(two);
  await session.call(one, 'edit');
  await nextOf(stream, 'notifications/resources/updated');
  stream.close();
  await Promise.all([one.stop(), two.stop()]);
  await redis.remove();
});

test('[D1.storage.fail-closed] without its store a server does not start, and says so without the password', async ({ project }) => {
  const port = await freePort();
  const env = { ...sharedEnvironment(port), REDIS_URL: `redis://user:hunter2@127.0.0.1:${port}`, PORT: '0' };
  const { code, stderr } = await runBundle({ folder: project.folder, name, env });
  assert.is(code, 1);
  assert.match(stderr, /Failed to connect to Redis: .*ECONNREFUSED/);
  assert.not.match(stderr, /hunter2|is listening/);
});

test('[R16.shared-key] sessions in a store without a key that all instances have do not start', async ({ project, redis }) => {
  const env = { ...sharedEnvironment(redis.port), MCP_SESSION_SECRET: '', PORT: '0' };
  const { code, stderr } = await runBundle({ folder: project.folder, name, env });
  assert.is(code, 1);
  assert.match(stderr, /MCP_SESSION_SECRET/);
});

test('[I4.storage.dropped] the bundle holds the driver that its options name and no other', ({ project }) => {
  assert.match(project.code, 'Failed to connect to');
  assert.not.match(project.code, 'is no answer of a key-value store');
  assert.not.match(project.code, 'BEGIN IMMEDIATE');
});

test.run();
