import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { redisProblems } from '../options/store-values.ts';
import { readRedisOption, readSqliteOption, readStoreOption, type StoreVariables } from './store-options.ts';

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
});

test('[S5.3.filesystem.options] the folder of a store, its prefix and its secret', () => {
  assert.equal(readRedisOption({ provider: 'filesystem', path: 'state' }, at()), { kind: 'filesystem', path: 'state', keyPrefix: 'mcp:' });
  const given = { provider: 'filesystem', path: 'state', encryption: { secret: 's' }, keyPrefix: 'k:', defaultTtlMs: 5 };
  const read = { kind: 'filesystem', path: 'state', secret: 's', keyPrefix: 'k:', defaultTtlMs: 5 };
  assert.equal(readRedisOption(given, at()), read);
  for (const [options, text] of [
    [{}, 'redis.path is required: the folder of the records'],
    [{ path: '' }, 'redis.path must be a text that is not empty'],
    [{ path: 5 }, 'redis.path must be a text that is not empty'],
    [{ path: 'state', encryption: {} }, 'redis.encryption.secret is required'],
    [{ path: 'state', encryption: { secret: '' } }, 'redis.encryption.secret must be'],
  ] as const)
    assert.match(
      problem(() => readRedisOption({ provider: 'filesystem', ...options }, at())),
      text,
    );
});

test('[S5.3.auto] auto takes variables before the binding of a worker, and that before nothing; a folder after servers', () => {
  const chosen = (variables: StoreVariables, more: object = {}): unknown => {
    const { because, kind } = { because: undefined, ...readRedisOption({ provider: 'auto', ...more }, at(variables)) };
    return [kind, because];
  };
  const kv = { KV_REST_API_URL: 'https://kv.example', KV_REST_API_TOKEN: 't' };
  const folder = { path: 'state' };
  assert.equal(chosen({ REDIS_URL: 'redis://h', ...kv }, folder), ['redis', 'REDIS_URL is set']);
  assert.equal(chosen({ REDIS_HOST: 'h' }, folder), ['redis', 'REDIS_HOST is set']);
  assert.equal(chosen(kv, folder), ['http-kv', 'KV_REST_API_URL is set']);
  assert.equal(chosen({ NODE_ENV: 'production' }, folder), ['filesystem', 'redis.path names a folder, and no variable a server']);
  const binding = (name: string): unknown => (name === 'SERVICE_STORE' ? {} : undefined);
  assert.equal(chosen({ binding }, folder), ['durable-object', 'the worker has the binding SERVICE_STORE']);
  assert.equal(chosen({ binding, REDIS_URL: 'redis://h', ...kv }, folder), ['http-kv', 'KV_REST_API_URL is set']);
  const sealed = readRedisOption({ provider: 'auto', path: 'state', encryption: { secret: 's' }, keyPrefix: 'k:' }, at());
  assert.is('secret' in sealed && sealed.secret, 's');
  assert.is(sealed.keyPrefix, 'k:');
});

test('[S5.3.auto.told] an encryption that the chosen store does not have is told of', () => {
  const ignored = (variables: StoreVariables, more: object = {}): unknown => {
    const { ignores } = { ignores: undefined, ...readRedisOption({ provider: 'auto', path: 'state', ...more }, at(variables)) };
    return ignores;
  };
  const sealed = { encryption: { secret: 's' } };
  const binding = (name: string): unknown => (name === 'SERVICE_STORE' ? {} : undefined);
  for (const variables of [{ REDIS_HOST: 'h' }, { KV_REST_API_URL: 'https://kv.example', KV_REST_API_TOKEN: 't' }, { binding }]) {
    assert.is(ignored(variables, sealed), 'redis.encryption');
    assert.is(ignored(variables), undefined);
  }
  assert.is(ignored({}, sealed), undefined);
});

test('[S5.3.auto.fallback] where nothing is there auto fails in production and on workers, and keeps records in memory elsewhere', () => {
  const read = (variables: StoreVariables, more: object = {}) =>
    problem(() => readRedisOption({ provider: 'auto', ...more }, at(variables)));
  const none = (): undefined => undefined;
  assert.match(read({ NODE_ENV: 'production' }), 'redis.provider "auto" found no store: set REDIS_URL, KV_REST_API_URL or redis.path');
  assert.match(read({ binding: none }), 'found no store: set KV_REST_API_URL or the binding SERVICE_STORE');
  const served = { NODE_ENV: 'production', SERVICE_DEPLOYMENT_MODE: 'serverless' };
  assert.match(read(served, { path: 'state' }), 'found no store: set REDIS_URL or KV_REST_API_URL. With');
  assert.match(read({}, { fallback: 'error' }), 'found no store');
  for (const [variables, more] of [
    [{}, {}],
    [{ NODE_ENV: 'production' }, { fallback: 'memory' }],
    [{ binding: none, NODE_ENV: 'development' }, {}],
  ] as const)
    assert.match(read(variables, more), '"kind":"memory"');
});

test('[S5.3.auto.wrong] what is there and wrong, or stands beside auto, stops the start', () => {
  const read = (variables: StoreVariables, more: object = {}) =>
    problem(() => readRedisOption({ provider: 'auto', ...more }, at(variables)));
  assert.match(read({ REDIS_URL: 'hunter2' }, { path: 'state' }), 'REDIS_URL: must be an address');
  assert.match(
    read({ KV_REST_API_URL: 'https://kv.example' }, { path: 'state' }),
    'redis.token is required, or the variable KV_REST_API_TOKEN',
  );
  assert.match(read({}, { path: '' }), 'redis.path must be a text that is not empty');
  assert.match(read({}, { host: 'h' }), 'redis.host has no place beside provider "auto", which reads variables');
  assert.match(read({}, { fallback: 'disk' }), 'redis.fallback must be "error" or "memory"');
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
