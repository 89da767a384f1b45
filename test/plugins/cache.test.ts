/* `@service/plugin-cache` in built bundles, on Node and on workerd, with every store. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { BuiltServer } from '../support/built-servers.ts';
import { startHttpKvProxy } from '../support/http-kv-proxy.ts';
import { startRedis } from '../support/redis-server.ts';
import { callTool, pluginProject, type Called } from './plugin-project.ts';

const mainWith = (options: string, server = ''): string => `
import { CachePlugin } from '@service/plugin-cache';
import { Service, tool } from '@service/sdk';
import { z } from 'zod';

let runs = 0;
const run = { of: z.unknown(), run: z.number() };
const counted = tool({ name: 'counted', description: 'Counts its runs.', inputSchema: { of: z.unknown() }, outputSchema: run, cache: true })(
  ({ of }) => ({ of, run: ++runs }),
);
const slow = tool({ name: 'slow', description: 'Takes a while.', inputSchema: { of: z.string() }, outputSchema: run, cache: { ttl: 60 } })(
  async ({ of }) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { of, run: ++runs };
  },
);
const failing = tool({ name: 'failing', description: 'Fails.', cache: true })(() => {
  throw new Error(\`failure \${++runs}\`);
});
const plain = tool({ name: 'plain', description: 'Is not kept.' })(() => ({ run: ++runs }));
const named = tool({ name: 'weather-now', description: 'Is kept by its name.' })(() => ({ run: ++runs }));
const never = tool({ name: 'weather-live', description: 'Never kept.', cache: false })(() => ({ run: ++runs }));
const dated = tool({ name: 'dated', description: 'Takes a set.', inputSchema: { of: z.array(z.number()).transform((of) => new Set(of)) }, cache: true })(
  ({ of }) => ({ size: of.size, run: ++runs }),
);

@Service({
  info: { name: 'cached', version: '1.0.0' },
  tools: [counted, slow, failing, plain, named, never, dated],
  plugins: [CachePlugin${options}],
  ${server}
})
export class Server {}
`;

const call = (server: BuiltServer, name: string, args: object = {}): Promise<Called> => callTool(server, { name, args });

/** @param salt tells these calls from those of other servers on the same store */
async function checkKeeping(server: BuiltServer, salt: string): Promise<void> {
  const first = await call(server, 'counted', { of: { a: salt, b: [2, null] } });
  const again = await call(server, 'counted', { of: { b: [2, null], a: salt } });
  assert.is(first.meta['cache'], undefined);
  assert.is(again.meta['cache'], 'hit');
  assert.equal(again.value, first.value, 'the order of members is none');
  const other = await call(server, 'counted', { of: { a: [salt], b: [2, null] } });
  assert.is(other.meta['cache'], undefined);
  assert.is.not(other.value['run'], first.value['run']);

  const failures = [await call(server, 'failing'), await call(server, 'failing')];
  assert.ok(failures.every(({ isError, meta }) => isError && meta['cache'] === undefined));
  const free = [await call(server, 'plain'), await call(server, 'plain')];
  assert.is.not(free[0]?.value['run'], free[1]?.value['run']);
  const sets = [await call(server, 'dated', { of: [1] }), await call(server, 'dated', { of: [2] })];
  assert.is.not(sets[0]?.value['run'], sets[1]?.value['run'], 'arguments that JSON does not hold are not compared');
}

test('[D2.cache.keys] [PC6] results are kept in memory for equal arguments, on node and on workerd', async () => {
  const project = pluginProject('cached-memory', mainWith('.init({ toolPatterns: ["weather-*"] })'));
  try {
    for (const target of ['node', 'worker'] as const) {
      const server = await project.start(target, { env: { NODE_ENV: 'development' } });
      try {
        await checkKeeping(server, target);
        assert.is((await call(server, 'weather-now')).meta['cache'], undefined);
        assert.is((await call(server, 'weather-now')).meta['cache'], 'hit');
        await call(server, 'weather-live');
        assert.is((await call(server, 'weather-live')).meta['cache'], undefined);
        const runs = await Promise.all(Array.from({ length: 50 }, () => call(server, 'slow', { of: target })));
        assert.is(
          new Set(runs.map(({ value }) => value['run'])).size,
          1,
          `equal calls at once run once on ${target}: ${JSON.stringify(runs.slice(0, 3).map(({ meta, text, value }) => [value['run'], meta['cache'], text]))}`,
        );
      } finally {
        await server.stop();
      }
    }
  } finally {
    project.remove();
  }
});

test('[D2.cache.stores] two instances share results in the store of the server or one of the plugin, over TCP and HTTP', async () => {
  const redis = await startRedis();
  const proxy = await startHttpKvProxy(redis.port, 'secret-token');
  const url = `redis://127.0.0.1:${redis.port}`;
  const global = pluginProject('cached-global', mainWith(".init({ type: 'global-store' })", 'redis: {},'));
  const own = pluginProject('cached-own', mainWith(".init({ type: 'redis', config: { provider: 'http-kv' } })"));
  const variables = { REDIS_URL: url, KV_REST_API_URL: proxy.url, KV_REST_API_TOKEN: 'secret-token', MCP_SESSION_SECRET: 's'.repeat(40) };
  try {
    for (const [project, target] of [
      [global, 'node'],
      [own, 'node'],
      [own, 'worker'],
    ] as const) {
      const servers = [await project.start(target, { env: variables }), await project.start(target, { env: variables })];
      const [one, other] = servers;
      assert.ok(one !== undefined && other !== undefined);
      try {
        await checkKeeping(one, project.root + target);
        const left = await call(one, 'counted', { of: project.root + target });
        const found = await call(other, 'counted', { of: project.root + target });
        assert.is(found.meta['cache'], 'hit');
        assert.equal(found.value, left.value);
        const runs = await Promise.all(
          Array.from({ length: 50 }, (_, at) => call(servers[at % 2] ?? one, 'slow', { of: project.root + target })),
        );
        assert.is(
          new Set(runs.map(({ value }) => JSON.stringify(value))).size,
          1,
          `once over both, ${target}: ${JSON.stringify(runs.slice(0, 4).map(({ meta, text }) => [text, meta['cache']]))}`,
        );
      } finally {
        await Promise.all(servers.map((server) => server.stop()));
      }
    }
  } finally {
    global.remove();
    own.remove();
    await proxy.close();
    await redis.remove();
  }
});

test.run();
