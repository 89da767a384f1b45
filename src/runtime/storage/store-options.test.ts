import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { redisProblems } from '../options/store-values.ts';
import { readRedisOption, readSqliteOption, readStoreOption } from './store-options.ts';
import type { StoreVariables } from './store-options.ts';

const at = (variables: StoreVariables = {}) => ({ path: 'redis', variables });
const problem = (read: () => unknown): string => {
  try {
    return `read ${JSON.stringify(read())}`;
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
};

const plain = { kind: 'redis', port: 6379, database: 0, tls: false, keyPrefix: 'mcp:' };

test('[S5.3.redis] the forms of redis, and what variables fill in', () => {
  assert.equal(readRedisOption({ host: 'h' }, at()), { ...plain, host: 'h' });
  assert.equal(
    readRedisOption({ provider: 'redis', host: 'h', port: 1, password: 'p', db: 2, tls: true, keyPrefix: 'k:', defaultTtlMs: 5 }, at()),
    { kind: 'redis', host: 'h', port: 1, password: 'p', database: 2, tls: true, keyPrefix: 'k:', defaultTtlMs: 5 },
  );
  const address = { ...plain, host: '::1', port: 6380, username: 'u', password: 'p w', database: 3, tls: true };
  assert.equal(readRedisOption({ url: 'rediss://u:p%20w@[::1]:6380/3' }, at()), address);
  assert.equal(readRedisOption({}, at({ REDIS_URL: 'rediss://u:p%20w@[::1]:6380/3' })), address);
  assert.equal(readRedisOption({ host: 'h' }, at({ REDIS_URL: 'redis://other:1' })), { ...plain, host: 'h' }, 'options win');
  assert.equal(readRedisOption({}, at({ REDIS_HOST: 'h', REDIS_PORT: 7 })), { ...plain, host: 'h', port: 7 });
  const kv = { kind: 'http-kv', url: 'https://kv.example', token: 't', keyPrefix: 'mcp:' };
  assert.equal(readRedisOption({ provider: 'http-kv', url: 'https://kv.example', token: 't' }, at()), kv);
  assert.equal(readRedisOption({ provider: 'http-kv' }, at({ KV_REST_API_URL: 'https://kv.example', KV_REST_API_TOKEN: 't' })), kv);
});

test('[S5.3.worker-kv] [S5.3.providers] bindings of a worker, and what they may keep', () => {
  const cache = { ...at(), isCache: true };
  assert.equal(readRedisOption({ provider: 'durable-object' }, at()), {
    kind: 'durable-object',
    binding: 'SERVICE_STORE',
    keyPrefix: 'mcp:',
  });
  assert.equal(readRedisOption({ provider: 'durable-object', binding: 'B', keyPrefix: 'k:', defaultTtlMs: 5 }, at()), {
    kind: 'durable-object',
    binding: 'B',
    keyPrefix: 'k:',
    defaultTtlMs: 5,
  });
  assert.equal(readRedisOption({ provider: 'worker-kv' }, cache), { kind: 'worker-kv', binding: 'SERVICE_CACHE', keyPrefix: 'mcp:' });
  assert.match(
    problem(() => readRedisOption({ provider: 'worker-kv' }, at())),
    /^redis\.provider "worker-kv" may answer a former value for a minute/,
  );
  assert.match(
    problem(() => readRedisOption({ provider: 'durable-object', binding: '' }, at())),
    'redis.binding must be a text that is not empty',
  );
  for (const provider of ['upstash', 'vercel-kv'])
    assert.match(
      problem(() => readRedisOption({ provider }, at())),
      `redis.provider "${provider}" is spelled "http-kv" here`,
    );
  for (const [provider, instead] of [
    ['auto', 'Name the provider'],
    ['filesystem', '`sqlite` in the place of `redis`'],
  ] as const) {
    const text = problem(() => readRedisOption({ provider }, at()));
    assert.match(text, `redis.provider "${provider}" is not built`);
    assert.match(text, instead);
  }
});

test('[D1.storage.rows] memory, redis or sqlite', () => {
  const read = (value: unknown) => readStoreOption(value, { path: 'auth.tokenStorage', variables: {} });
  assert.is(read(undefined), undefined);
  assert.is(read('memory'), undefined);
  assert.equal(read({ redis: { host: 'h' } }), { ...plain, host: 'h' });
  const sqlite = { kind: 'sqlite', path: 'a.db', walMode: true, ttlCleanupIntervalMs: 60_000, busyTimeoutMs: 5000, keyPrefix: '' };
  assert.equal(read({ sqlite: { path: 'a.db' } }), sqlite);
  assert.equal(read({ sqlite: { path: 'a.db', encryption: { secret: 's' }, walMode: false, ttlCleanupIntervalMs: 1, busyTimeoutMs: 2 } }), {
    ...sqlite,
    secret: 's',
    walMode: false,
    ttlCleanupIntervalMs: 1,
    busyTimeoutMs: 2,
  });
  for (const bad of ['disk', {}, { redis: { host: 'h' }, sqlite: { path: 'a' } }, { redis: { host: 'h' }, file: {} }, 5, null]) {
    assert.match(
      problem(() => read(bad)),
      /^auth\.tokenStorage (?:must be|choose either redis or sqlite, not both)/,
      JSON.stringify(bad),
    );
  }
});

test('a value that is wrong is named and never repeated', () => {
  const cases: [string, () => unknown][] = [
    ['redis.host is required', () => readRedisOption({}, at())],
    ['redis.provider must be', () => readRedisOption({ provider: 'disk' }, at())],
    ['redis.url must be an address', () => readRedisOption({ url: 'http://u:hunter2@h' }, at())],
    ['redis.url must be an address', () => readRedisOption({ url: 'redis://u:hunter2@h/notanumber' }, at())],
    ['REDIS_URL: must be an address', () => readRedisOption({}, at({ REDIS_URL: 'hunter2' }))],
    ['redis.url must be an address like redis://', () => readRedisOption({ url: 'redis://u:hunter2%@h' }, at())],
    ['KV_REST_API_URL: must be', () => readRedisOption({ provider: 'http-kv', token: 't' }, at({ KV_REST_API_URL: 'ftp://u:hunter2@h' }))],
    ['redis.port must be', () => readRedisOption({ host: 'h', port: 70_000 }, at())],
    ['redis.port must be', () => readRedisOption({ host: 'h', port: -1 }, at())],
    ['redis.password must be', () => readRedisOption({ host: 'h', password: 5 }, at())],
    ['redis.url is required', () => readRedisOption({ provider: 'http-kv', token: 'hunter2' }, at())],
    ['redis.url must be an http(s) address', () => readRedisOption({ provider: 'http-kv', url: 'ftp://u:hunter2@h', token: 't' }, at())],
    ['redis.token is required', () => readRedisOption({ provider: 'http-kv', url: 'https://h' }, at())],
    ['redis.path is required', () => readSqliteOption({}, at())],
    ['redis.encryption.secret is required', () => readSqliteOption({ path: 'a', encryption: {} }, at())],
    ['redis.encryption.secret must be', () => readSqliteOption({ path: 'a', encryption: { secret: '' } }, at())],
  ];
  for (const [text, read] of cases) {
    const message = problem(read);
    assert.ok(message.startsWith(text), `${text}: ${message}`);
    assert.not.match(message, /hunter2/);
  }
});

test('[I4.start.all] a number from a variable that is not set stops a start, and not the build that cannot know it', () => {
  const options = { host: 'localhost', port: Number.NaN, db: Number.NaN };
  assert.equal(redisProblems(options), []);
  assert.throws(() => readRedisOption(options, { path: 'redis', variables: {} }), /redis\.port must be a port number/);
  const portless = { host: 'localhost', db: Number.NaN };
  assert.throws(() => readRedisOption(portless, { path: 'redis', variables: {} }), /redis\.db must be a number of 0 or more/);
});

test.run();
