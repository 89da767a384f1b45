import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../errors/index.ts';
import type { StoreOptions } from './store-options.ts';
import { readStore, useOwnStore, useStore } from './stores.ts';

const failureOf = (work: () => unknown): string => {
  try {
    return `no failure: ${String(work())}`;
  } catch (failure) {
    return failure instanceof ServiceError ? `${failure.code}: ${failure.message}` : String(failure);
  }
};
const notBuiltWith = (kind: string): string =>
  `CONFIG_INVALID: a ${kind} store was not asked for when the server was built: set the option unconditionally and build again`;

test('memory needs no driver; an option that a later environment sets names the store that the bundle lacks', () => {
  const source = { path: 'session.storage', variables: {} };
  for (const value of [undefined, 'memory']) assert.is(readStore(undefined, value, source), undefined);
  assert.is(
    failureOf(() => readStore(undefined, { sqlite: { path: 'a.db' } }, source)),
    notBuiltWith('sqlite'),
  );
  for (const value of [{ redis: { url: 'redis://localhost' } }, {}, null, 'sqlite'])
    assert.is(
      failureOf(() => readStore(undefined, value, source)),
      notBuiltWith('redis'),
    );
  const options: StoreOptions = { kind: 'sqlite', path: 'a.db', walMode: true, ttlCleanupIntervalMs: 0, busyTimeoutMs: 0, keyPrefix: '' };
  assert.is(
    failureOf(() => useStore(undefined, options, 'a:')),
    notBuiltWith('sqlite'),
  );
  assert.is(
    failureOf(() => useOwnStore(undefined, options, { prefix: 'a:' })),
    notBuiltWith('sqlite'),
  );
});

test.run();
