import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkOptionRules } from './index.ts';

const faults = (options: Readonly<Record<string, unknown>>): readonly string[] =>
  checkOptionRules('service', options).map(({ message }) => message);

test('[options.tables] a misspelt member of a store within another option is named, at every place', () => {
  const redis = { hots: 'cache.internal' };
  const places: readonly (readonly [string, object])[] = [
    ['auth.tokenStorage', { auth: { mode: 'local', tokenStorage: { redis } } }],
    ['throttle.storage', { throttle: { enabled: true, storage: { redis } } }],
    ['transport.persistence', { transport: { persistence: { redis } } }],
    ['elicitation.redis', { elicitation: { redis } }],
    ['tasks.redis', { tasks: { redis } }],
    ['pubsub', { pubsub: redis }],
  ];
  for (const [path, options] of places) {
    const [fault = '', ...others] = faults({ ...options });
    assert.equal(others, [], path);
    assert.match(fault, `"${path}"`);
    assert.match(fault, 'hots is no member of this table; did you mean "host"?');
    assert.not.match(fault, 'cache.internal');
  }
  const [secret = ''] = faults({ tasks: { sqlite: { path: 'a.db', encryption: { secrets: 'hunter2' } } } });
  assert.match(secret, 'encryption.secrets is no member of this table; did you mean "secret"?');
  assert.not.match(secret, 'hunter2');
});

test('[options.tables] a switch or a lifetime of another type is refused: a text for `tls` would leave the connection open to read', () => {
  const of = (options: Readonly<Record<string, unknown>>): string => faults(options).join();
  assert.match(of({ tasks: { redis: { host: 'a', tls: 'true' } } }), '"tasks.redis": tls must be true or false');
  assert.match(
    of({ throttle: { storage: { sqlite: { path: 'a', walMode: 0 } } } }),
    '"throttle.storage": sqlite.walMode must be true or false',
  );
  const persistence = { redis: { host: 'a' }, defaultTtlMs: '1h' };
  assert.match(of({ transport: { persistence } }), '"transport.persistence": defaultTtlMs must be a number of 0 or more');
});

test('[options.tables] sessions are kept in one store', () => {
  const of = (persistence: unknown): string => faults({ transport: { persistence } }).join();
  assert.match(of({ redis: { host: 'a' }, sqlite: { path: 'a.db' } }), '"transport.persistence": choose either redis or sqlite, not both');
  for (const fine of [false, { redis: { host: 'a' } }, { sqlite: { path: 'a.db' }, defaultTtlMs: 1 }]) assert.is(of(fine), '');
});

test('[options.tables] members that there are pass, and a provider of auth.providers is held to its own', () => {
  const redis = { host: 'a', port: 6379, db: 0, tls: true, keyPrefix: 'k:', defaultTtlMs: 1, url: 'redis://a' };
  const sqlite = { path: 'a.db', walMode: true, busyTimeoutMs: 1, ttlCleanupIntervalMs: 1, defaultTtlMs: 1 };
  assert.equal(faults({ pubsub: redis, tasks: { sqlite }, transport: { persistence: { redis, defaultTtlMs: 1 } } }), []);
  const provider = { id: 'a', name: 'A', authorizeUrl: 'https://a.example', tokenUrl: 'https://a.example', clientId: 'c', scopes: [] };
  assert.equal(faults({ auth: { mode: 'local', providers: [provider] } }), []);
  assert.match(
    faults({ auth: { mode: 'local', providers: [provider, { ...provider, clientID: 'c' }] } }).join(),
    /item 2: "clientID" is no member of a provider; did you mean "clientId"\?/,
  );
});

test.run();
