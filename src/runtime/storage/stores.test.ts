import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../errors/index.ts';
import { silentLogger } from '../std/index.ts';
import { MemoryStore } from './drivers/memory.ts';
import { ServerStores, type StoreOwner } from './server-stores.ts';
import type { StoreOptions } from './store-options.ts';
import { readStore, useOwnStore, useStore, useStored } from './stores.ts';

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

test('[D2.remember.room] each part that is kept in memory has a memory for itself', async () => {
  let opened = 0;
  const memory = { open: async () => (opened++, new MemoryStore({ maxEntries: 1 })) };
  const owner = { runtime: { model: { info: { name: 's' } }, declared: {} }, http: {}, logger: silentLogger };
  const stores = new ServerStores(Object.assign(Object.create(null) as StoreOwner, owner), { memory });
  const parts = ['a:', 'b:'].map((part) => useStored(stores, 'memory', { path: 'session.storage', variables: {}, part }));
  await stores.open();
  for (const part of parts) await part.set('key', 'value');
  assert.match(
    await Promise.resolve(parts[0]?.set('more', 'value')).then(String, (failure: Error) => failure.message),
    'the memory store holds 1 values',
  );
  assert.is(opened, 2);
  await stores.close();
});

test.run();
