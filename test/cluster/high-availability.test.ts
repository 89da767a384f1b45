/* Nodes of the target `distributed`, several processes and a real Redis. */
import { readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { distributedTarget } from '../../src/targets/distributed/target.ts';
import type { HttpBoot } from '../support/boot/node.ts';
import { forgedNews } from '../support/forged-news.ts';
import { storedValue } from '../support/stored-records.ts';
import { goOnThroughRestarts } from '../support/go-on-through-restarts.ts';
import { startRedis } from '../support/redis-server.ts';
import type { RedisServer } from '../support/redis-server.ts';
import { SharedProject } from '../support/shared-project.ts';
import { nextOf, openSession, portOf, WireSession } from '../support/shared-session.ts';
import { legacyBody, legacyHeaders, modernRequest, send } from '../support/wire-client.ts';
import type { WireAnswer } from '../support/wire-client.ts';

interface Context {
  project: SharedProject;
  redis: RedisServer;
  /** What an operator sees in the store. */
  store: Awaited<ReturnType<typeof openStore>>;
  a: HttpBoot;
  b: HttpBoot;
}

const test = suite<Context>('high availability');

/** No sign of these ends while a test runs, however busy the machine is. */
const steady = { SERVICE_HA_HEARTBEAT_INTERVAL_MS: '200', SERVICE_HA_HEARTBEAT_TTL_MS: '60000', SERVICE_HA_TAKEOVER_GRACE_MS: '200' };
/** Those of nodes that are going to be killed. */
const brief = { ...steady, SERVICE_HA_HEARTBEAT_TTL_MS: '5000' };

const main = readFileSync(new URL('../../fixtures/shared/src/main.ts', import.meta.url), 'utf8');
const metered = main.replace('redis: {', 'metrics: { enabled: true }, redis: {');

test.before(async (context) => {
  context.project = new SharedProject(distributedTarget, { 'src/main.ts': metered });
  await context.project.build();
  context.redis = await startRedis();
  context.store = await openStore(context.redis.port);
  context.a = await context.project.boot(context.redis.port, { MACHINE_ID: 'node-a', INSTANCE: 'a', ...steady });
  context.b = await context.project.boot(context.redis.port, { MACHINE_ID: 'node-b', INSTANCE: 'b', ...steady });
});
test.after(async ({ project, redis, store }) => {
  store.destroy();
  await project.remove();
  await redis.remove();
});

async function openStore(port: number) {
  const store = createClient({ socket: { host: '127.0.0.1', port } });
  // A test may end the server that it speaks to.
  store.on('error', () => undefined);
  await store.connect();
  return store;
}

/** Looks until something is there. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await turn();
  }
}

const claimKey = ({ id }: WireSession): string => `mcp:ha:session:shared@:${id}`;

interface Claim {
  readonly nodeId: string;
  readonly stream?: string;
}

const claimOf = async ({ store }: Pick<Context, 'store'>, session: WireSession): Promise<Claim | undefined> => {
  const text = await storedValue(store, claimKey(session));
  return text === undefined ? undefined : (JSON.parse(text) as Claim);
};

const readyOf = async (at: HttpBoot) => {
  const { status, text } = await send({ port: portOf(at), path: '/readyz', method: 'GET' });
  const { probes } = JSON.parse(text) as { probes: { ha: { status: string; details: Record<string, unknown> } } };
  return { status, ha: probes.ha };
};

const named = ({ headers, status }: Pick<WireAnswer, 'headers' | 'status'>, node: string, expected: number): void => {
  assert.is(status, expected);
  assert.is(headers['x-service-machine-id'], node);
  assert.equal(headers['set-cookie'], [`__service_node=${node}; Path=/; HttpOnly; SameSite=Lax`]);
};

test('[S5.7.affinity] every answer of the endpoint names its node, refusals and streams included', async ({ a, b }) => {
  const session = await openSession(a);
  named(await session.call(a, 'echo', { value: 'x' }), 'node-a', 200);
  named(await session.call(b, 'echo', { value: 'x' }), 'node-b', 200);
  const port = portOf(b);
  named(await send({ port, path: '/mcp', ...modernRequest('tools/list') }), 'node-b', 200);
  named(await send({ port, path: '/mcp', headers: legacyHeaders, body: legacyBody('ping', {}, 1) }), 'node-b', 400);
  named(await new WireSession('made up').call(b, 'echo', {}), 'node-b', 404);
  named(await send({ port, path: '/mcp', method: 'PUT' }), 'node-b', 405);
  named(await send({ port, path: '/mcp', headers: legacyHeaders, body: '{' }), 'node-b', 400);
  const stream = await session.listen(b);
  named(stream, 'node-b', 200);
  stream.close();
  const pair = await fetch(`${b.url}/sse`, { headers: { accept: 'text/event-stream' } });
  assert.equal([pair.status, pair.headers.get('x-service-machine-id'), pair.headers.getSetCookie().length], [200, 'node-b', 1]);
  await pair.body?.cancel();
  named(await session.end(b), 'node-b', 200);
  const health = await send({ port, path: '/healthz', method: 'GET' });
  assert.equal(
    [health.headers['set-cookie'], health.headers['x-service-machine-id']],
    [undefined, undefined],
    'no client comes back for it',
  );
});

test('[S5.7.heartbeat] a node that lives says so under its key, which ends by itself', async ({ a, project, redis, store }) => {
  await openSession(a);
  const key = 'mcp:ha:heartbeat:shared@:node-a';
  const first = JSON.parse((await storedValue(store, key)) ?? '{}') as Record<string, number>;
  assert.equal(Object.keys(first), ['nodeId', 'startedAt', 'lastBeat', 'sessionCount']);
  assert.is(first['nodeId'], 'node-a');
  assert.ok(Number(first['startedAt']) <= Number(first['lastBeat']));
  const ttl = await store.pTTL(key);
  assert.ok(ttl > 30_000 && ttl <= 60_000, String(ttl));
  await until(async () => {
    const { lastBeat = 0, sessionCount = 0 } = JSON.parse((await storedValue(store, key)) ?? '{}') as Record<string, number>;
    return lastBeat > Number(first['lastBeat']) && sessionCount > 0 ? true : undefined;
  });
  // A sign every 10 s that holds for 30 s, under a prefix that the config may change.
  const other = await project.boot(redis.port, { MACHINE_ID: 'node-c', SERVICE_HA_KEY_PREFIX: 'own:' });
  const standard = await store.pTTL('own:heartbeat:shared@:node-c');
  assert.ok(standard > 4000 && standard <= 30_000, String(standard));
  await other.stop();
  assert.is(await store.get('own:heartbeat:shared@:node-c'), null, 'one that goes by itself says so');
});

test('[S5.7.notify] a notification of one node reaches a client of another by the channel of its node', async ({ a, b, redis }) => {
  const ear = await openStore(redis.port);
  const heard: string[] = [];
  await ear.pSubscribe('mcp:ha:notify:*', (_text, channel) => void heard.push(channel));
  const session = await openSession(a);
  const stream = await session.listen(b);
  assert.is((await session.request(a, 'resources/subscribe', { uri: 'note://one' })).status, 200);
  await session.call(a, 'edit');
  await nextOf(stream, 'notifications/resources/updated');
  await (await openSession(a)).call(a, 'grow');
  await nextOf(stream, 'notifications/tools/list_changed');
  // The store tells node and ear at once, each on a connection of its own.
  await until(async () => heard.includes('mcp:ha:notify:node-b') || undefined);
  stream.close();
  const asking = await openSession(a, { elicitation: {} });
  const call = await asking.callOnStream(a, 'greet');
  const question = await nextOf(call, 'elicitation/create');
  const answer = { jsonrpc: '2.0', id: question['id'], result: { action: 'accept', content: { name: 'Ada' } } };
  assert.is((await asking.post(b, JSON.stringify(answer))).status, 202);
  assert.match(JSON.stringify(await call.next()), 'Hello, Ada!');
  ear.destroy();
});

test('[S5.7.notify] messages without the signature of a node are dropped', async ({ a, b, store }) => {
  const session = await openSession(b);
  const stream = await session.listen(b);
  for (const text of forgedNews(session.id)) await store.publish('mcp:ha:notify:node-b', text);
  await session.call(a, 'grow');
  assert.is((await stream.next())?.['method'], 'notifications/tools/list_changed', 'nothing came before it');
  stream.close();
  assert.is((await session.call(b, 'echo', { value: 'x' })).status, 200);
});

test('[S5.7.takeover] sessions of a node that was killed are taken over, each by one of those that are left', async ({
  a,
  b,
  project,
  redis,
  store,
}) => {
  const lost = await project.boot(redis.port, { MACHINE_ID: 'node-lost', INSTANCE: 'lost', ...brief });
  const sessions = await Promise.all(Array.from({ length: 50 }, () => openSession(lost)));
  for (const session of sessions) assert.is((await claimOf({ store }, session))?.nodeId, 'node-lost');
  await lost.stop('SIGKILL');
  const owners = await until(async () => {
    const claims = await Promise.all(sessions.map((session) => claimOf({ store }, session)));
    return claims.every((claim) => claim?.nodeId !== 'node-lost') ? claims.map((claim) => claim?.nodeId) : undefined;
  });
  assert.ok(owners.every((owner) => owner === 'node-a' || owner === 'node-b'));
  // What a session was taken from is there once: whoever came later has lost it, and says so.
  const takenFromLost = ({ output }: HttpBoot): number =>
    [...output.stderr.matchAll(/have been taken over.*node=node-lost.*takenOver=(\d+)/g)].reduce(
      (sum, [, taken]) => sum + Number(taken),
      0,
    );
  const all = await until(async () => {
    const sum = takenFromLost(a) + takenFromLost(b);
    return sum >= sessions.length ? sum : undefined;
  });
  assert.is(all, sessions.length);
  for (const [at, session] of sessions.entries()) assert.is((await session.call(at % 2 === 0 ? a : b, 'echo', { value: 'x' })).status, 200);
  const metrics = await Promise.all([a, b].map(async (at) => (await send({ port: portOf(at), path: '/metrics', method: 'GET' })).text));
  const taken = metrics.map((text) => Number(/^service_ha_sessions_taken_over (\d+)$/m.exec(text)?.[1]));
  assert.ok(taken.reduce((sum, one) => sum + one, 0) >= sessions.length, taken.join(' and '));
  for (const text of metrics) assert.match(text, /^service_ha_nodes \d+$/m);
});

test('[S5.7.takeover] what a session is sent after its node was killed waits for its client', async ({ a, b, project, redis, store }) => {
  const lost = await project.boot(redis.port, { MACHINE_ID: 'node-gone', INSTANCE: 'gone', ...brief });
  const session = await openSession(a);
  assert.is((await claimOf({ store }, session))?.nodeId, 'node-a');
  const stream = await session.listen(lost);
  assert.is((await claimOf({ store }, session))?.nodeId, 'node-gone', 'a session belongs where its stream is');
  await session.call(lost, 'grow');
  await nextOf(stream, 'notifications/tools/list_changed');
  await until(async () => (await claimOf({ store }, session))?.stream);
  const last = stream.lastEventId();
  await lost.stop('SIGKILL');
  const heir = await until(async () => {
    const node = (await claimOf({ store }, session))?.nodeId;
    return node === 'node-gone' ? undefined : node;
  });
  const owner = heir === 'node-a' ? a : b;
  await owner.until(() => /have been taken over.*node=node-gone/.exec(owner.output.stderr)?.[0]);
  const other = owner === a ? b : a;
  await (await openSession(other)).call(other, 'grow');
  const kept = await until(async () => {
    const events = await storedValue(store, `mcp:transport:shared@:${session.id}:${last.replace(/-\d+$/, '')}`);
    return Number(events) > Number(last.replace(/^.*-/, '')) ? Number(events) : undefined;
  });
  assert.is(kept, 2);
  const resumed = await session.listen(other, last);
  assert.is((await resumed.next())?.['method'], 'notifications/tools/list_changed', 'sent while nobody was connected');
  await session.call(owner, 'grow');
  assert.is((await resumed.next())?.['method'], 'notifications/tools/list_changed', 'and goes on');
  resumed.close();
});

test('[S5.7.restarts] with all of it an official client goes on through restarts of either node', async ({ project, redis }) => {
  await goOnThroughRestarts((instance) => project.boot(redis.port, { INSTANCE: instance, MACHINE_ID: instance, ...steady }));
});

test('[S5.7.health] readiness names the node, and another node with the same name', async ({ a, project, redis }) => {
  const { ha, status } = await readyOf(a);
  assert.equal([status, ha.status, ha.details['nodeId']], [200, 'healthy', 'node-a']);
  assert.ok(Number(ha.details['nodes']) >= 2);
  const twin = await project.boot(redis.port, { MACHINE_ID: 'node-twin', ...steady });
  const same = await project.boot(redis.port, { MACHINE_ID: 'node-twin', ...steady });
  await twin.until(() => /another process has the same machine id/.exec(twin.output.stderr)?.[0]);
  await until(async () => ((await readyOf(twin)).ha.status === 'degraded' ? true : undefined));
  // A mistake, and no loss: both hear what is for one.
  const stream = await (await openSession(twin)).listen(twin);
  await (await openSession(same)).call(same, 'grow');
  await nextOf(stream, 'notifications/tools/list_changed');
  stream.close();
  await Promise.all([twin.stop('SIGKILL'), same.stop('SIGKILL')]);
});

test('[S5.7.store.back] a node whose heartbeats ended with the store is alive when the store is back', async ({ project }) => {
  const redis = await startRedis();
  const store = await openStore(redis.port);
  const [one, two] = [
    await project.boot(redis.port, { MACHINE_ID: 'one', ...steady }),
    await project.boot(redis.port, { MACHINE_ID: 'two', ...steady }),
  ];
  const session = await openSession(one);
  const stream = await session.listen(one);
  await redis.kill();
  assert.is((await session.call(one, 'echo', { value: 'x' })).status, 503);
  await redis.start();
  for (const at of [one, two]) while ((await session.call(at, 'echo', { value: 'x' })).status === 503) await turn();
  const signs = ['mcp:ha:heartbeat:shared@:one', 'mcp:ha:heartbeat:shared@:two'];
  await until(async () => (await store.del(signs).catch(() => 0)) === 2 || undefined);
  await until(async () => (await store.exists(signs)) === 2 || undefined);
  await (await openSession(two)).call(two, 'grow');
  await nextOf(stream, 'notifications/tools/list_changed');
  await until(async () => ((await claimOf({ store }, session))?.nodeId === 'one' ? true : undefined));
  stream.close();
  store.destroy();
  await Promise.all([one.stop('SIGKILL'), two.stop('SIGKILL')]);
  await redis.remove();
});

test('[S5.7.cookie] a cookie and a header of a request decide nothing and are not given back', async ({ a, b }) => {
  const session = await openSession(a);
  for (const forged of ['node-b', '../../x', 'a%0d%0aset-cookie: x=y', '"><script>', 'x'.repeat(4000)]) {
    const headers = { ...session.headers, cookie: `__service_node=${forged}`, 'x-service-machine-id': forged };
    for (const [at, node] of [
      [a, 'node-a'],
      [b, 'node-b'],
    ] as const) {
      const answer = await send({
        port: portOf(at),
        path: '/mcp',
        headers,
        body: legacyBody('tools/call', { name: 'echo', arguments: { value: 'x' } }, 1),
      });
      named(answer, node, 200);
      assert.match(answer.text, `x from ${node.slice(-1)}`);
    }
  }
});

test('[I4.sessions.follow] a call whose client left before its first message is answered at another node, at the first return', async ({
  a,
  b,
}) => {
  const session = await openSession(a);
  const stream = await session.callOnStream(a, 'slow');
  while (stream.lastEventId() === '') await turn();
  stream.close();
  let resumed = await session.listen(b, stream.lastEventId());
  // Until the beginning was kept, which is once the other node has seen its client leave.
  while (resumed.status === 400) resumed = await session.listen(b, stream.lastEventId());
  assert.match(JSON.stringify(await resumed.next()), 'done at last');
  assert.is(await resumed.next(), undefined, 'the stream ends with the answer');
});

test.run();
