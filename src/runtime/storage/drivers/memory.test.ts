import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { storeContract } from '../../../../fixtures/support/store-contract.ts';
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

test('memory: what nobody asks for again goes away with later writes', async () => {
  let now = 0;
  const store = new MemoryStore({ clock: () => now });
  for (let at = 0; at < 1000; at++) await store.set(`short ${at}`, 'x', { ttlMs: 10 });
  now = 10;
  for (let at = 0; at < 200; at++) await store.set('one', 'x');
  assert.is(store.size, 1);
});

test('memory: a full store refuses newcomers and keeps what it has', async () => {
  let now = 0;
  const store = new MemoryStore({ clock: () => now, mostEntries: 3 });
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

test.run();
