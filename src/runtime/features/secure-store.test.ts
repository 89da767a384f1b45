import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLogger } from '../std/index.ts';
import { MemoryStore } from '../storage/drivers/memory.ts';
import { ServerStores } from '../storage/server-stores.ts';
import type { FeatureInput } from './application/define-feature.ts';
import { secureStore } from './secure-store.ts';

const memory = { get: () => undefined, set: () => undefined, delete: () => false, list: () => [] };

/** Which stores were opened for a server whose `auth.secureStore` is this. */
async function openedFor(given: unknown): Promise<readonly string[]> {
  const opened: string[] = [];
  const open = (kind: string) => async () => (opened.push(kind), new MemoryStore());
  const owner = {
    http: { publicUrl: 'https://a.example' },
    logger: silentLogger,
    runtime: { declared: { auth: { mode: 'local', secureStore: given }, storeNamespace: undefined }, model: { info: { name: 'a' } } },
  };
  const openBus = () => Promise.reject(new Error('no bus'));
  const stores = new ServerStores(owner, { redis: { open: open('redis'), openBus }, sqlite: { open: open('sqlite') } });
  const runtime = { ...owner.runtime, now: () => 0 };
  const input = Object.assign(Object.create(null) as FeatureInput<'secure-store'>, { environment: {}, runtime, stores });
  const { contributes } = secureStore.create(input);
  assert.type(contributes?.signIn, 'function', 'it is handed the keys of signing in');
  await stores.open();
  return opened;
}

test('secrets are kept where the option says, in memory where it names no store', async () => {
  for (const given of [undefined, 'memory', {}, { scope: 'session' }, { backend: memory }]) assert.equal(await openedFor(given), []);
  assert.equal(await openedFor({ redis: { host: 'h' } }), ['redis']);
  assert.equal(await openedFor({ sqlite: { path: '/tmp/x.db' } }), ['sqlite']);
});

test.run();
