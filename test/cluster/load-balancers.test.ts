/* Three instances of the target distributed behind the load balancers that people run, in the configuration that those begin with. */
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { connectOfficial, type OfficialClient } from '../../scripts/clients/official-client.ts';
import { distributedTarget } from '../../src/targets/distributed/target.ts';
import { type Choice, type LoadBalancer, startLoadBalancer } from '../support/load-balancer.ts';
import { startRedis, type RedisServer } from '../support/redis-server.ts';
import { SharedProject } from '../support/shared-project.ts';
import { nextOf, openSession, portOf, type WireSession } from '../support/shared-session.ts';
import { send } from '../support/wire-client.ts';

interface Context {
  /** Two builds: the second is what a deployment brings. */
  builds: readonly [SharedProject, SharedProject];
  redis: RedisServer;
}

const test = suite<Context>('load balancers');

test.before(async (context) => {
  const main = readFileSync(new URL('../../fixtures/shared/src/main.ts', import.meta.url), 'utf8');
  const next = main.replace("?? ''}`", "?? ''} of the next build`");
  assert.not.equal(next, main);
  context.builds = [new SharedProject(distributedTarget), new SharedProject(distributedTarget, { 'src/main.ts': next })];
  for (const build of context.builds) await build.build();
  context.redis = await startRedis();
});
test.after(async ({ builds, redis }) => {
  for (const build of builds) await build.remove();
  await redis.remove();
});

const named = (at: number): Readonly<Record<string, string>> => ({ INSTANCE: `i${at}`, MACHINE_ID: `i${at}` });

type Call = (value: string) => Promise<string>;

const callOf =
  (client: OfficialClient): Call =>
  async (value) =>
    (await client.callTool({ name: 'echo', arguments: { value } })).content[0]?.text ?? '';

/** Each on a connection of its own: what a client does with one that is closed while it waits is no subject here. */
const wireCallOf =
  (session: WireSession, at: LoadBalancer): Call =>
  async (value) =>
    (await session.call(at, 'echo', { value })).text;

/** Calls one after another, none of which may fail; which instances served them. */
async function served(call: Call, times: number): Promise<ReadonlySet<string>> {
  const instances = new Set<string>();
  for (let at = 0; at < times; at++) {
    const text = await call(String(at));
    const [, value, instance = ''] = /"(\d+) from ([^"\\]+)/.exec(text) ?? [];
    assert.is(value, String(at), text);
    instances.add(instance);
  }
  return instances;
}

const legs: readonly (readonly ['nginx' | 'haproxy', Choice])[] = [
  ['nginx', 'round robin'],
  ['nginx', 'by session'],
  ['haproxy', 'round robin'],
  ['haproxy', 'by session'],
];

for (const [program, choice] of legs)
  test(`[I4.sessions.restarts] ${program}, ${choice}: streams are live, and sessions outlive instances, a deployment and the store`, async ({
    builds: [now, next],
    redis,
  }) => {
    let instances = await Promise.all([0, 1, 2].map((at) => now.boot(redis.port, named(at))));
    const balancer = await startLoadBalancer(program, instances.map(portOf), { choice });
    try {
      const client = await connectOfficial('sdk 1.x', { kind: 'http', url: balancer.url });
      assert.is((await served(callOf(client), 12)).size, choice === 'round robin' ? 3 : 1);

      // Each would be held back until its end by a proxy that collects answers.
      const session = await openSession(balancer, { elicitation: {} });
      const stream = await session.listen(balancer);
      const asking = await session.callOnStream(balancer, 'greet');
      const { id } = await nextOf(asking, 'elicitation/create');
      const answer = { jsonrpc: '2.0', id, result: { action: 'accept', content: { name: 'Ada' } } };
      assert.is((await session.post(balancer, JSON.stringify(answer))).status, 202);
      assert.match(JSON.stringify(await asking.next()), 'Hello, Ada!');
      await session.call(balancer, 'grow');
      await nextOf(stream, 'notifications/tools/list_changed');
      stream.close();

      const call = wireCallOf(session, balancer);
      await instances[0]?.stop('SIGKILL');
      await served(call, 6);

      const old = instances;
      instances = await Promise.all([3, 4, 5].map((at) => next.boot(redis.port, named(at))));
      await balancer.use(instances.map(portOf));
      await Promise.all([served(call, 6), ...old.slice(1).map((instance) => instance.stop('SIGTERM'))]);
      for (const instance of await served(call, 6)) assert.match(instance, 'of the next build');

      await redis.kill();
      assert.is((await session.call(balancer, 'echo', { value: 'x' })).status, 503);
      await redis.start();
      for (const instance of instances)
        while ((await send({ port: portOf(instance), path: '/readyz', method: 'GET' })).status === 503) await setImmediate();
      await served(call, 6);
      for (const instance of await served(callOf(client), 6)) assert.match(instance, 'of the next build');
      await client.close();
    } finally {
      await balancer.close();
      await Promise.all(instances.map((instance) => instance.stop('SIGKILL')));
    }
  });

test.run();
