/* Two instances of a built function and the Redis server that variables name. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serverlessATarget } from '../../src/targets/serverless_a.ts';
import { serverlessBTarget } from '../../src/targets/serverless_b.ts';
import { bootFunction } from '../support/boot/function.ts';
import { bootOutput } from '../support/boot/output.ts';
import { startRedis, type RedisServer } from '../support/redis-server.ts';
import { sharedEnvironment, SharedProject } from '../support/shared-project.ts';
import { openSession } from '../support/shared-session.ts';
import { send } from '../support/wire-client.ts';

interface Instance {
  readonly port: number;
  readonly output: { text: string };
  stop(): Promise<void>;
}
type Boot = (folder: string, variables: Readonly<Record<string, string>>) => Promise<Instance>;

interface Context {
  readonly redis: RedisServer;
}
const test = suite<Context>('functions with a store');
test.before(async (context) => {
  Object.assign(context, { redis: await startRedis() });
});
test.after(({ redis }) => redis.remove());

const platforms = [
  [serverlessATarget, bootOutput],
  [serverlessBTarget, (folder, variables) => bootFunction({ bundle: join(folder, 'handler.cjs'), gateway: 'function-url', variables })],
] as const satisfies readonly (readonly [object, Boot])[];

for (const [target, boot] of platforms)
  test(`[serverless.store-variables] instances of ${target.name} share what variables alone say where it is`, async ({ redis }) => {
    const project = new SharedProject(target);
    await project.build();
    const { REDIS_URL: _url, ...others } = sharedEnvironment(redis.port, { SERVICE_LOG_LEVEL: 'warn' });
    const running = [
      await boot(project.folder, sharedEnvironment(redis.port, { SERVICE_LOG_LEVEL: 'warn', INSTANCE: 'first' })),
      await boot(project.folder, { ...others, REDIS_HOST: '127.0.0.1', REDIS_PORT: String(redis.port), INSTANCE: 'second' }),
      await boot(project.folder, { ...others, INSTANCE: 'lost' }),
    ] as const;
    const [first, second, lost] = running.map(({ port }) => ({ url: `http://127.0.0.1:${port}` }));
    try {
      assert.ok(first !== undefined && second !== undefined && lost !== undefined);
      const session = await openSession(first);
      assert.match((await session.call(first, 'echo', { value: 'a' })).text, 'a from first');
      assert.match((await session.call(second, 'echo', { value: 'b' })).text, 'b from second');
      assert.is((await session.end(second)).status, 200);
      assert.is((await session.call(first, 'echo', { value: 'c' })).status, 404);
      // Nothing is kept in memory instead.
      const refused = await send({ port: running[2].port, path: '/mcp', method: 'GET' });
      assert.is(refused.status, 500);
      assert.match(refused.text, 'redis.host is required, or the variable REDIS_URL or REDIS_HOST');
    } finally {
      for (const instance of running) await instance.stop();
      await project.remove();
    }
  });

test.run();
