import { setImmediate as turn } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startHttpKvProxy, type HttpKvProxy } from '../../../../test/support/http-kv-proxy.ts';
import { freePort, startRedis, type RedisServer } from '../../../../test/support/redis-server.ts';
import { storeContract } from '../../../../test/support/store-contract.ts';
import { StorageConnectionError } from '../../errors/index.ts';
import { silentLogger, utf8 } from '../../std/index.ts';
import { ownedStore } from '../server-stores.ts';
import { checkedRecords, sealedRecords, type RecordCodec } from '../record-codecs.ts';
import { readRedisOption, type HttpKvOptions, type RedisOptions } from '../store-options.ts';
import type { Store } from '../../model/store.ts';
import { createHttpKvStore } from './http-kv.ts';
import { openRedisBus, openRedisStore } from './redis.ts';

interface Context {
  redis: RedisServer;
  proxy: HttpKvProxy;
  /** Looks behind the stores. */
  raw: ReturnType<typeof createClient>;
}

const token = 'token-of-the-proxy';
const test = suite<Context>('redis');

test.before(async (context) => {
  context.redis = await startRedis();
  context.proxy = await startHttpKvProxy(context.redis.port, token);
  context.raw = createClient({ RESP: 2, socket: { host: '127.0.0.1', port: context.redis.port } });
  context.raw.on('error', () => undefined);
  await context.raw.connect();
});
test.after(async ({ proxy, raw, redis }) => {
  raw.destroy();
  await proxy.close();
  await redis.remove();
});

function tcp(value: object): RedisOptions {
  const options = readRedisOption(value, { path: 'redis', variables: {} });
  if (options.kind !== 'redis') throw new Error('not over TCP');
  return options;
}

const overTcp = ({ redis }: Pick<Context, 'redis'>): Promise<Store> =>
  openRedisStore({ options: tcp({ host: '127.0.0.1', port: redis.port }), logger: silentLogger });
const kv = (url: string, given = token): HttpKvOptions => ({ kind: 'http-kv', url, token: given, keyPrefix: '' });
const overHttp = async ({ proxy }: Context): Promise<Store> => createHttpKvStore(kv(proxy.url));
const prefix = 'mcp:session:a@:';
const owned = async (context: Context, codec: RecordCodec, foreign = (): void => undefined): Promise<Store> => {
  const store = await overTcp(context);
  return { ...ownedStore(store, { prefix, codec, foreign }), close: () => store.close() };
};
const sealed = sealedRecords(async () => utf8('a secret of thirty-two characters'));

const ways: Readonly<Record<string, (context: Context) => Promise<Store>>> = {
  redis: overTcp,
  'http-kv': overHttp,
  'owned redis': (context) => owned(context, checkedRecords),
  'sealed redis': (context) => owned(context, sealed),
};

for (const [way, open] of Object.entries(ways)) {
  for (const [name, check] of Object.entries(storeContract)) {
    test(`${way}: ${name}`, async (context) => {
      await context.raw.flushAll();
      const before = /owned|sealed/.test(way) ? prefix : '';
      const [store, other] = await Promise.all([open(context), open(context)]);
      await check({
        store,
        other,
        remainingMs: async (key) => {
          const ms = await context.raw.pTTL(before + key);
          return ms < 0 ? undefined : ms;
        },
        letEnd: async (key) => void (await context.raw.pExpireAt(before + key, 1)),
      });
      await Promise.all([store.close(), other.close()]);
    });
  }
}

for (const [way, codec] of [
  ['checked', checkedRecords],
  ['sealed', sealed],
] as const) {
  test(`[I15.stores.foreign] a ${way} record that is older, truncated, in another place or another server's is absent, and its place can be taken`, async (context) => {
    await context.raw.flushAll();
    const told: string[] = [];
    const store = await owned(context, codec, () => told.push('foreign'));
    const overOther = await overTcp(context);
    const other = ownedStore(overOther, { prefix: 'mcp:session:b@:', codec, foreign: () => undefined });
    await store.set('a', 'hunter2');
    await other.set('b', 'of the other');
    assert.is(await store.get('b'), undefined, 'keys of the other are not looked at');
    assert.equal(await store.keys(''), ['a']);
    const good = String(await context.raw.get(`${prefix}a`));
    const foreign = String(await context.raw.get('mcp:session:b@:b'));
    assert.is(good.includes('hunter2'), way === 'checked');
    for (const text of ['{"sub":"mallory"}', '', '.', good, good.slice(0, -1), `${good}x`, foreign]) {
      await context.raw.set(`${prefix}b`, text);
      told.length = 0;
      assert.is(await store.get('b'), undefined, text);
      assert.equal(told, ['foreign'], text);
      assert.is(await store.compareAndSet('b', { expected: text, next: 'x' }), false, text);
      assert.is(await store.compareAndSet('b', { expected: undefined, next: 'ours' }), true, text);
      assert.is(await store.get('b'), 'ours');
    }
    assert.is(await store.get('a'), 'hunter2');
    await Promise.all([store.close(), overOther.close()]);
  });
}

test('[D1.storage.fail-closed] a server that cannot be reached is a StorageConnectionError without passwords', async () => {
  const port = await freePort();
  const failure: unknown = await openRedisStore({
    options: tcp({ url: `redis://user:hunter2@localhost:${port}` }),
    logger: silentLogger,
  }).catch((error: unknown) => error);
  assert.ok(failure instanceof StorageConnectionError);
  assert.match(failure.message, /^Failed to connect to Redis: .*ECONNREFUSED/);
  assert.is(failure.status, 503);
  assert.not.match(`${failure.stack} ${JSON.stringify(failure)}`, /hunter2/);
  const http: unknown = await createHttpKvStore(kv(`http://127.0.0.1:${port}`))
    .ping()
    .catch((error: unknown) => error);
  assert.ok(http instanceof StorageConnectionError);
  assert.match(http.message, /^Failed to connect to Redis: .*ECONNREFUSED/);
});

test('[D1.storage.fail-closed] a wrong password, token or answer is no connection', async ({ proxy, redis }) => {
  const guarded = await startRedis(['--requirepass', 'right']);
  const open = (password: string) =>
    openRedisStore({ options: tcp({ host: '127.0.0.1', port: guarded.port, password }), logger: silentLogger });
  const wrong: unknown = await open('wrong-password').catch((error: unknown) => error);
  assert.ok(wrong instanceof StorageConnectionError);
  assert.not.match(wrong.message, /wrong-password/);
  const right = await open('right');
  await right.ping();
  await right.close();
  await guarded.remove();
  const refused: unknown = await createHttpKvStore(kv(proxy.url, 'other'))
    .get('a')
    .catch((error: unknown) => error);
  assert.ok(refused instanceof StorageConnectionError && /401/.test(refused.message));
  proxy.fail(502);
  const down: unknown = await createHttpKvStore(kv(proxy.url))
    .get('a')
    .catch((error: unknown) => error);
  assert.ok(down instanceof StorageConnectionError && /502/.test(down.message));
  proxy.fail(undefined);
  const foreign: unknown = await createHttpKvStore(kv(`http://127.0.0.1:${redis.port}`))
    .get('a')
    .catch((error: unknown) => error);
  assert.ok(foreign instanceof StorageConnectionError);
});

test('a server that is lost while serving is an error at once, and is used again when it is back', async () => {
  const redis = await startRedis();
  const lines: string[] = [];
  const write = (message: string): void => void lines.push(message);
  const logger = { ...silentLogger, error: write, info: write };
  const store = await openRedisStore({ options: tcp({ host: '127.0.0.1', port: redis.port }), logger });
  await store.set('kept', 'value');
  await redis.kill();
  for (const attempt of [
    store.get('kept'),
    store.set('a', '1'),
    store.compareAndSet('b', { expected: undefined, next: '1' }),
    store.ping(),
  ]) {
    assert.ok((await attempt.catch((error: unknown) => error)) instanceof StorageConnectionError);
  }
  await redis.start();
  let value: string | undefined;
  while (value === undefined) {
    await turn();
    value = await store.get('kept').catch(() => undefined);
  }
  assert.is(value, 'value', 'what was acknowledged is there');
  assert.is(lines.shift(), 'the connection to Redis was lost');
  assert.is(lines.pop(), 'the connection to Redis is back');
  // The port of a server that is dying may take another connection.
  assert.is(lines.length % 2, 0, 'each loss is said once');
  await store.close();
  await redis.remove();
});

test('channels reach every instance, also after the connection was lost', async () => {
  const redis = await startRedis();
  const options = tcp({ host: '127.0.0.1', port: redis.port });
  const [one, two] = await Promise.all([1, 2].map(() => openRedisBus({ options, logger: silentLogger })));
  if (one === undefined || two === undefined) throw new Error('no bus');
  let arrived = (_text: string): void => undefined;
  const next = (): Promise<string> => new Promise((resolve) => (arrived = resolve));
  const stop = await two.subscribe('mcp:bus:a', (text) => arrived(text));
  let heard = next();
  await one.publish('mcp:bus:a', 'first');
  assert.is(await heard, 'first');
  await redis.kill();
  await redis.start();
  heard = next();
  // Published until it is heard: only the subscriber knows when it is subscribed again.
  let done = false;
  const speak = async (): Promise<void> => {
    while (!done) {
      await turn();
      await one.publish('mcp:bus:a', 'second').catch(() => undefined);
    }
  };
  const speaking = speak();
  assert.is(await heard, 'second');
  done = true;
  await speaking;
  await stop();
  await Promise.all([one.close(), two.close()]);
  await redis.remove();
});

test.run();
