import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { storeContract } from '../../../../test/support/store-contract.ts';
import { ServiceError } from '../../errors/index.ts';
import { MemoryStore } from './memory.ts';

for (const [name, check] of Object.entries(storeContract)) {
  test(`memory: ${name}`, async () => {
    let now = 1000;
    const store = new MemoryStore({ clock: () => now });
    await check({
      store,
      other: store,
      remainingMs: async (key) => store.remainingMs(key),
      letEnd: async (key) => {
        now += store.remainingMs(key) ?? 0;
      },
    });
    await store.close();
    assert.is(store.size, 0);
  });
}

test('memory: expired records go away with later writes', async () => {
  let now = 0;
  const store = new MemoryStore({ clock: () => now });
  for (let at = 0; at < 1000; at++) await store.set(`short ${at}`, 'x', { ttlMs: 10 });
  now = 10;
  for (let at = 0; at < 200; at++) await store.set('one', 'x');
  assert.is(store.size, 1);
});

test('memory: a full store refuses newcomers and keeps what it has', async () => {
  let now = 0;
  const store = new MemoryStore({ clock: () => now, maxEntries: 3 });
  await store.set('a', '1');
  await store.set('b', '1');
  await store.set('c', '1', { ttlMs: 10 });
  const refusal: unknown = await store.set('d', '1').catch((error: unknown) => error);
  assert.ok(refusal instanceof ServiceError && refusal.code === 'STORE_FULL' && refusal.status === 503);
  await store.set('a', '2');
  assert.is(await store.get('a'), '2');
  now = 10;
  await store.set('d', '1');
  assert.is(await store.get('d'), '1');
});

test('memory: few long values fill it as well, whichever way they came and went', async () => {
  let now = 0;
  const store = new MemoryStore({ clock: () => now, maxCharacters: 100 });
  const refused = (key: string): Promise<boolean> =>
    store.set(key, 'x').then(
      () => false,
      (failure: unknown) => failure instanceof ServiceError && failure.code === 'STORE_FULL',
    );
  const fill = (key: string, ttlMs?: number): Promise<void> => store.set(key, 'x'.repeat(99), ttlMs === undefined ? {} : { ttlMs });
  await fill('a');
  assert.ok(await refused('b'), 'the key counts');
  await store.set('a', 'x'.repeat(98));
  assert.not.ok(await refused('b'), 'a shorter value makes room');
  await store.delete('b');
  await fill('a');
  assert.ok(await refused('b'));
  assert.ok(await refused('a').then(async (isRefused) => !isRefused), 'a value may shrink');
  await fill('a');
  const grown = await store.set('a', 'x'.repeat(200)).then(() => 'kept', String);
  assert.match(grown, 'memory store holds', 'nor may a value that is there grow');
  await store.delete('a');
  await store.delete('a');
  await fill('a', 10);
  assert.ok(await refused('b'));
  now = 10;
  assert.not.ok(await refused('b'), 'what has ended makes room');
  await store.compareAndSet('b', { expected: 'x', next: undefined });
  await fill('c', 10);
  now = 20;
  assert.is(await store.get('c'), undefined);
  await fill('d');
  assert.is(await store.increment('d-count', 1).catch((failure: unknown) => failure instanceof ServiceError), true);
  await store.close();
  assert.not.ok(await refused('b'), 'nothing is left');
});

test.run();
