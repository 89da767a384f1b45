import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLogger } from '../std/index.ts';
import { ServerStores } from './server-stores.ts';
import { useStore } from './stores.ts';
import type { Store } from '../model/store.ts';

const values = new Map<string, string>();
const memory = {
  get: async (key: string) => values.get(key),
  set: async (key: string, value: string) => void values.set(key, value),
  compareAndSet: () => Promise.reject(new Error('the store is gone')),
  delete: async (key: string) => values.delete(key),
  keys: async () => [...values.keys()],
  increment: async () => 1,
  ping: async () => undefined,
  close: async () => undefined,
} satisfies Store;

test('[S5.9.metrics.storage] every step of a store is measured with its outcome, also in stores opened earlier', async () => {
  const seen: string[] = [];
  const owner = { http: { publicUrl: undefined }, runtime: { declared: {}, model: { info: { name: 'n' } } }, logger: silentLogger };
  const kept = new ServerStores(owner, { redis: { open: async () => memory, openBus: () => Promise.reject(new Error('no bus')) } });
  const store = useStore(kept, { kind: 'redis', host: 'h', port: 1, database: 0, tls: false, keyPrefix: 'p:', defaultTtlMs: 1000 }, 'x:');
  kept.watch((operation) => (failed) => void seen.push(`${operation} ${failed}`));
  await kept.open();
  await store.set('a', '1');
  assert.is(await store.get('a'), '1');
  let thrown: unknown;
  try {
    await store.compareAndSet('a', { expected: '1', next: '2' });
  } catch (failure) {
    thrown = failure;
  }
  assert.instance(thrown, Error);
  assert.equal(seen, ['set false', 'get false', 'compareAndSet true']);
  await kept.close();
});

test.run();
