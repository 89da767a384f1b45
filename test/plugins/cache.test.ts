/* `@service/plugin-cache` in built bundles, on Node and on workerd, with every store. */
import { createClient } from '@redis/client';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeTarget } from '../../src/targets/node/target.ts';
import type { BuiltServer } from '../support/built-servers.ts';
import { build, requestOf } from '../support/compile.ts';
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

/**
 * On a busy machine the store may answer later than the plugin waits for it, and tools run without it, which the log tells: what was seen then
 * says nothing, and is looked at again.
 */
async function whileStoreAnswers(servers: readonly BuiltServer[], salt: string, check: (salt: string) => Promise<void>): Promise<void> {
  const news = (): readonly string[] => servers.flatMap(({ log }) => log().match(/no answer within|answers again/g) ?? []);
  for (let turn = 0; ; turn++) {
    const before = news().length;
    try {
      return await check(`${salt} ${turn}`);
    } catch (error) {
      if (turn === 20 || (news().length === before && news().at(-1) !== 'no answer within')) throw error;
    }
  }
}

test('[D2.cache.keys] results are kept in memory for equal arguments, on node and on workerd', async () => {
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
  const client = pluginProject(
    'cached-client',
    `import { createClient } from '@redis/client';
     const connected = { provide: 'redis', useFactory: () => createClient({ RESP: 2, url: process.env.REDIS_URL ?? '' }).on('error', () => undefined).connect() };
     ${mainWith(
       ".init({ inject: () => ['redis'], useFactory: (redis) => ({ type: 'redis-client', client: redis as RedisClient }) })",
       'providers: [connected],',
     ).replace('import { Service', "import type { RedisClient } from '@service/sdk/storage';\nimport { Service")}`,
  );
  const variables = { REDIS_URL: url, KV_REST_API_URL: proxy.url, KV_REST_API_TOKEN: 'secret-token', MCP_SESSION_SECRET: 's'.repeat(40) };
  try {
    for (const [project, target] of [
      [global, 'node'],
      [own, 'node'],
      [own, 'worker'],
      [client, 'node'],
    ] as const) {
      const servers = [await project.start(target, { env: variables }), await project.start(target, { env: variables })];
      const [one, other] = servers;
      assert.ok(one !== undefined && other !== undefined);
      try {
        await whileStoreAnswers(servers, project.root + target, async (salt) => {
          await checkKeeping(one, salt);
          const left = await call(one, 'counted', { of: salt });
          const found = await call(other, 'counted', { of: salt });
          assert.is(found.meta['cache'], 'hit');
          assert.equal(found.value, left.value);
          const runs = await Promise.all(Array.from({ length: 50 }, (_, at) => call(servers[at % 2] ?? one, 'slow', { of: salt })));
          assert.is(
            new Set(runs.map(({ value }) => JSON.stringify(value))).size,
            1,
            `once over both, ${target}: ${JSON.stringify(runs.slice(0, 4).map(({ meta, text }) => [text, meta['cache']]))}`,
          );
        });
      } finally {
        await Promise.all(servers.map((server) => server.stop()));
      }
    }
  } finally {
    for (const project of [global, own, client]) project.remove();
    await proxy.close();
    await redis.remove();
  }
});

/** A server whose callers have keys of their own. */
const keyed = `
import { CachePlugin } from '@service/plugin-cache';
import { Service, tool } from '@service/sdk';
import { z } from 'zod';
let runs = 0;
const mine = tool({ name: 'mine', description: 'What is mine.', inputSchema: { of: z.string() }, outputSchema: { sub: z.string(), run: z.number() }, cache: { ttl: 600, slideWindow: true } })(
  (_input, ctx) => ({ sub: ctx.auth.user.sub, run: ++runs }),
);
const asking = tool({ name: 'asking', description: 'Asks.', cache: true })(async (_input, ctx) => {
  const answer = await ctx.elicit('Who?', { name: z.string() });
  return { name: answer.content?.name, run: ++runs };
});
@Service({
  info: { name: 'keyed', version: '1.0.0' },
  tools: [mine, asking],
  auth: { mode: 'static', tokensEnv: 'KEYS' },
  redis: {},
  plugins: [CachePlugin.init({ type: 'global-store', bypassHeader: 'x-fresh' })],
})
export class Server {}
`;

test('[D2.cache.callers] results are of one person and client; a poisoned record, an answered question and a lost store give none', async () => {
  const redis = await startRedis();
  const project = pluginProject('keyed', keyed);
  const tokens = ['a', 'b'].map((sub) => ({ token: sub.repeat(32), sub }));
  const narrow = { token: 'c'.repeat(32), sub: 'a', scopes: ['read'] };
  const env = {
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    KEYS: JSON.stringify([...tokens, narrow]),
    MCP_SESSION_SECRET: 's'.repeat(40),
  };
  const server = await project.start('node', { env });
  const client = createClient({ RESP: 2, socket: { host: '127.0.0.1', port: redis.port } });
  client.on('error', () => undefined);
  const as = (letter: string, more: Record<string, string> = {}) =>
    callTool(server, { name: 'mine', args: { of: 'x' }, headers: { authorization: `Bearer ${letter.repeat(32)}`, ...more } });
  try {
    const first = await as('a');
    assert.is(first.value['sub'], 'a');
    assert.is((await as('a')).meta['cache'], 'hit');
    for (const other of ['b', 'c']) assert.is((await as(other)).meta['cache'], undefined, other);
    for (const value of ['true', '1']) assert.is((await as('a', { 'x-fresh': value })).meta['cache'], undefined);
    assert.is((await as('a', { 'x-fresh': 'no' })).meta['cache'], 'hit');

    await client.connect();
    const keys = (await client.keys('*plugin=cache:*')).filter((key) => key.includes('result:'));
    assert.ok(keys.length > 0);
    for (const key of keys) {
      const kept = (await client.get(key)) ?? '';
      await client.set(key, kept.replace('sub', 'bus'));
    }
    assert.is((await as('a')).meta['cache'], undefined, 'a record that was changed');
    // One person's record under the key of another.
    const left = (await client.keys('*plugin=cache:*')).filter((key) => key.includes('result:'));
    const texts = await Promise.all(left.map((key) => client.get(key)));
    await Promise.all(left.map((key, at) => client.set(key, texts[(at + 1) % texts.length] ?? '')));
    for (const letter of ['a', 'b']) {
      const answer = await as(letter);
      assert.is(answer.value['sub'], letter, 'a record that was moved');
    }
    await redis.kill();
    const without = await as('a');
    assert.is(without.value['sub'], 'a', 'a store that is away costs no answer');
    assert.is(without.meta['cache'], undefined);
    await redis.start();
  } finally {
    client.destroy();
    await server.stop();
    project.remove();
    await redis.remove();
  }
});

test('[D2.cache.options] wrong options are found at build, each at its place', async () => {
  for (const [options, found] of [
    ["{ typ: 'memory' }", /main\.ts:30 `typ` of plugin "cache": is no option; did you mean "type"/],
    ["{ type: 'disk' }", /main\.ts:30 `type` of plugin "cache": must be "memory", "redis", "redis-client", "global-store"/],
    ["{ type: 'redis' }", /`config` of plugin "cache": must be given with type "redis"/],
    ['{ defaultTTL: -1 }', /main\.ts:30 `defaultTTL` of plugin "cache": must be a number of seconds above 0/],
    ['{ maxResults: 7 }', /`maxResults` of plugin "cache": must be a whole number from 8 to 1000000/],
    ["{ type: 'global-store' }", /Plugin "cache" requires global "redis" configuration/],
  ] as const) {
    const project = pluginProject('wrong', mainWith(`.init(${options} as never)`));
    try {
      const result = await build(requestOf(project.root, 'wrong'), nodeTarget);
      const texts = result.diagnostics.map(({ message, span }) => `${span?.file ?? ''}:${span?.line ?? 0} ${message}`).join('\n');
      assert.match(texts, found, texts);
    } finally {
      project.remove();
    }
  }
});

test.run();
