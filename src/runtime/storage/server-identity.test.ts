import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLogger } from '../std/index.ts';
import { MemoryStore } from './drivers/memory.ts';
import { ServerStores } from './server-stores.ts';
import { ownIdentity, serverIdentity, type NamedServer } from './server-identity.ts';
import { useOwnStore, useStore } from './stores.ts';

const named = (name: string, publicUrl?: string, more: { mount?: string; storeNamespace?: string } = {}): NamedServer => ({
  http: { publicUrl, ...(more.mount === undefined ? {} : { mount: more.mount }) },
  runtime: { declared: { storeNamespace: more.storeNamespace }, model: { info: { name } } },
});

test('[I15.stores.identity] servers differ by name, address, endpoint and namespace, and no text of one reads as another', () => {
  const servers = [
    named('a'),
    named('b'),
    named('a', 'https://a.example'),
    named('a@https://a.example'),
    named('a', 'https://a.example/x'),
    named('a', undefined, { mount: '/x' }),
    named('a', undefined, { storeNamespace: 'a' }),
    named('a', undefined, { storeNamespace: 'a', mount: '/x' }),
    named('a', undefined, { storeNamespace: 'a@/x' }),
  ];
  assert.is(new Set(servers.map(serverIdentity)).size, servers.length);
  for (const server of servers) assert.not.match(serverIdentity(server), /:/, 'what ends it in a key');
  const [one, two] = [named('a', 'https://a.example', { storeNamespace: 't' }), named('b', undefined, { storeNamespace: 't' })];
  assert.is(serverIdentity(one), serverIdentity(two));
  assert.is.not(ownIdentity(one), ownIdentity(two));
});

const options = { kind: 'redis', host: 'h', port: 1, database: 0, tls: false, keyPrefix: 'p:' } as const;

async function opened(server: NamedServer) {
  const [memory, lines] = [new MemoryStore(), new Array<string>()];
  const logger = { ...silentLogger, info: (text: string) => void lines.push(text), warn: (text: string) => void lines.push(text) };
  const redis = { open: async () => memory, openBus: () => Promise.reject(new Error('no bus')) };
  const stores = new ServerStores({ ...server, logger }, { redis });
  const shared = useStore(stores, options, 'x:');
  const own = useOwnStore(stores, options, { prefix: 'y:' });
  await stores.open();
  return { memory, lines, shared, own, stores };
}

test('[I15.stores.identity] keys are prefix, server and rest; a server that only its name tells apart says so at its start', async () => {
  const unpinned = await opened(named('a'));
  await unpinned.shared.set('k', 'v');
  assert.equal(await unpinned.memory.keys(''), ['p:x:a@:k']);
  assert.is(unpinned.lines.length, 1);
  assert.match(unpinned.lines[0] ?? '', /by its name alone: set SERVICE_PUBLIC_URL, or storeNamespace/);
  for (const server of [named('a', 'https://a.example'), named('a', undefined, { storeNamespace: 't' })])
    assert.equal((await opened(server)).lines, []);
  const named2 = await opened(named('a', undefined, { storeNamespace: 't' }));
  await named2.shared.set('k', 'v');
  await named2.own.set('k', 'v');
  assert.equal(await named2.memory.keys(''), ['p:x:@t@:k', 'p:y:a@:k']);
});

test('[I15.stores.identity] records with a key are sealed in the store, the others are plain', async () => {
  const { memory, stores } = await opened(named('a', 'https://a.example'));
  const keyBytes = (): Promise<Uint8Array<ArrayBuffer>> => Promise.resolve(new Uint8Array(32).fill(1));
  const [sealed, plain] = [useOwnStore(stores, options, { prefix: 's:', keyBytes }), useOwnStore(stores, options, { prefix: 'y:' })];
  for (const store of [sealed, plain]) {
    await store.set('k', 'hunter2');
    assert.is(await store.get('k'), 'hunter2');
  }
  const [inSealed, inPlain] = await Promise.all(['s', 'y'].map((part) => memory.get(`p:${part}:a@https%3A%2F%2Fa.example:k`)));
  assert.ok(inSealed !== undefined && !inSealed.includes('hunter2'));
  assert.ok(inPlain?.includes('hunter2'));
});

test('[I15.stores.foreign] a foreign record is logged once for each kind, without its content', async () => {
  const { lines, memory, shared } = await opened(named('a', 'https://a.example'));
  for (const key of ['one', 'two']) {
    await memory.set(`p:x:a@https%3A%2F%2Fa.example:${key}`, 'hunter2 of somebody');
    assert.is(await shared.get(key), undefined);
  }
  assert.is(lines.length, 1);
  assert.not.match(lines.join(), /hunter2/);
});

test.run();
