import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLogger, utf8 } from '../../../std/index.ts';
import { MemoryStore } from '../../../storage/drivers/memory.ts';
import type { Client } from '../clients/client.ts';
import { readCimdOptions, CimdProblem } from './cimd-options.ts';
import { documentBytes } from './document-cache.ts';
import { createCimdSource } from './create-cimd-source.ts';
import { SharedDocumentCache } from './shared-document-cache.ts';

const address = { baseUrl: 'https://mcp.example', issuer: 'https://mcp.example', resource: 'https://mcp.example/' };

test('[cimd.cache.redis] instances that share a store fetch a document once, and forget a bad one together', async () => {
  const time = { now: 1_000_000 };
  const store = new MemoryStore({ clock: () => time.now });
  const id = 'https://desk.example/client.json';
  const body = utf8(JSON.stringify({ client_id: id, client_name: 'Desk', redirect_uris: ['https://desk.example/back'] }));
  const asked: string[] = [];
  let status = 200;
  const instance = (name: string): Promise<Client | undefined> =>
    createCimdSource({
      options: readCimdOptions({}),
      cache: new SharedDocumentCache(store, { keptMs: 86_400_000 }),
      clock: () => time.now,
      logger: silentLogger,
      fetch: () => {
        asked.push(name);
        return Promise.resolve({ status, header: (header) => (header === 'content-type' ? 'application/json' : undefined), body });
      },
    }).find(id, address);
  await instance('one');
  assert.is((await instance('two'))?.clientName, 'Desk');
  assert.equal(asked, ['one']);
  time.now += 4_000_000;
  status = 404;
  const failure = await instance('two').catch((error: unknown) => error);
  assert.instance(failure, CimdProblem);
  assert.equal(asked, ['one', 'two']);
  assert.equal(await store.keys(''), [], 'what went bad is gone for both');
});

test('[cimd.cache.redis] addresses beyond the number of places replace each other, and none is taken for another', async () => {
  const store = new MemoryStore({ clock: () => 1 });
  const cache = new SharedDocumentCache(store, { keptMs: 1000 });
  const client: Omit<Client, 'clientId'> = {
    redirectUris: [],
    tokenEndpointAuthMethod: 'none',
    grantTypes: [],
    responseTypes: [],
    source: 'cimd',
  };
  const urls = Array.from({ length: 1500 }, (_, at) => `https://desk.example/${at}`);
  for (const url of urls) {
    await cache.set(url, { client: { ...client, clientId: url }, etag: undefined, freshUntil: 1 });
    assert.is((await cache.get(url))?.client.clientId, url);
  }
  assert.ok((await store.keys('')).length <= 1000);
  for (const url of urls) assert.ok([undefined, url].includes((await cache.get(url))?.client.clientId));
  const kept = (await store.keys('')).length;
  for (const url of urls) await cache.delete(url);
  assert.ok(kept > 0);
  assert.equal(await store.keys(''), []);
});

test('[cimd.cache.redis] forgetting a document leaves the document of another address in the same slot', async () => {
  const store = new MemoryStore({ clock: () => 1 });
  // All addresses have one place.
  const narrow = new Proxy(store, {
    get:
      (target, name: 'get' | 'set' | 'delete') =>
      (_key: string, value: string): unknown =>
        Reflect.apply(target[name], target, ['place', value]) as unknown,
  });
  const cache = new SharedDocumentCache(narrow, { keptMs: 1000 });
  const client: Omit<Client, 'clientId'> = {
    redirectUris: [],
    tokenEndpointAuthMethod: 'none',
    grantTypes: [],
    responseTypes: [],
    source: 'cimd',
  };
  const [mine, theirs] = ['https://desk.example/mine', 'https://desk.example/theirs'];
  for (const clientId of [mine, theirs]) await cache.set(clientId, { client: { ...client, clientId }, etag: undefined, freshUntil: 1 });
  await cache.delete(mine);
  assert.equal([(await cache.get(mine))?.client.clientId, (await cache.get(theirs))?.client.clientId], [undefined, theirs]);
  await cache.delete(theirs);
  assert.is(store.size, 0);
});

test('[I15.totals.documents] [cimd.cache.redis] documents that one address asked for leave places for those of others', async () => {
  const time = { now: 1 };
  const store = new MemoryStore({ clock: () => time.now });
  const client: Omit<Client, 'clientId'> = {
    redirectUris: [],
    tokenEndpointAuthMethod: 'none',
    grantTypes: [],
    responseTypes: [],
    source: 'cimd',
  };
  const entryOf = (clientId: string) => ({ client: { ...client, clientId }, etag: undefined, freshUntil: 500 });
  const bytes = documentBytes('https://desk.example/1', entryOf('https://desk.example/1'));
  const cache = new SharedDocumentCache(store, { keptMs: 1000, clock: () => time.now, limits: { total: 4 * bytes, share: 2 * bytes } });
  const keeps = async (at: number, from: string): Promise<boolean> => {
    const url = `https://desk.example/${at}`;
    await cache.set(url, entryOf(url), from);
    return (await cache.get(url)) !== undefined;
  };
  assert.equal(
    [await keeps(1, 'a'), await keeps(2, 'a'), await keeps(2, 'a'), await keeps(3, 'a')],
    [true, true, true, false],
    'the share',
  );
  assert.equal([await keeps(4, 'b'), await keeps(5, 'b'), await keeps(6, 'c')], [true, true, false], 'the total');
  await cache.delete('https://desk.example/1');
  assert.ok(await keeps(7, 'a'), 'what is deleted gives its room back');
  const again = 'https://desk.example/7';
  await cache.set(again, { ...entryOf(again), freshUntil: 700 }, 'a');
  assert.is((await cache.get(again))?.freshUntil, 700, 'a new version takes the room of the old one');
  time.now = 1001;
  assert.ok(await keeps(8, 'a'), 'and what the store forgets');
});

const documentOf = (clientId: string, freshUntil: number, clientName = '') => {
  const client: Client = {
    clientId,
    clientName,
    redirectUris: [],
    tokenEndpointAuthMethod: 'none',
    grantTypes: [],
    responseTypes: [],
    source: 'cimd',
  };
  return { client, etag: undefined, freshUntil };
};

test('[cimd.cache.redis] a fresh document gives its slot to its own successor, and to another address once it is stale', async () => {
  const time = { now: 1 };
  const store = new MemoryStore({ clock: () => time.now });
  const narrow = new Proxy(store, {
    get:
      (target, name: 'get' | 'set' | 'delete') =>
      (_key: string, value: string): unknown =>
        Reflect.apply(target[name], target, ['slot', value]) as unknown,
  });
  const cache = new SharedDocumentCache(narrow, { keptMs: 1000, clock: () => time.now });
  const [mine, theirs] = ['https://desk.example/mine', 'https://desk.example/theirs'];
  const put = async (url: string, name: string): Promise<void> => cache.set(url, documentOf(url, 500, name));
  await put(mine, 'first');
  await put(mine, 'second');
  assert.is((await cache.get(mine))?.client.clientName, 'second');
  await put(theirs, 'other');
  assert.is((await cache.get(mine))?.client.clientName, 'second', 'a fresh one stays');
  time.now = 500;
  await put(theirs, 'other');
  assert.is((await cache.get(theirs))?.client.clientName, 'other', 'a stale one goes');
});

test('[I15.totals.documents] [cimd.cache.redis] a document that is renewed is counted once, and lives on from its renewal', async () => {
  const time = { now: 0 };
  const store = new MemoryStore({ clock: () => time.now });
  const [a, b, c] = ['https://desk.example/1', 'https://desk.example/2', 'https://desk.example/3'];
  const bytes = documentBytes(a, documentOf(a, 1));
  const cache = new SharedDocumentCache(store, { keptMs: 1000, clock: () => time.now, limits: { total: 2 * bytes, share: 2 * bytes } });
  const keeps = async (url: string): Promise<boolean> => {
    await cache.set(url, documentOf(url, 1));
    return (await cache.get(url)) !== undefined;
  };
  assert.ok(await keeps(a));
  time.now = 100;
  assert.ok(await keeps(b));
  time.now = 200;
  assert.ok(await keeps(a));
  assert.not.ok(await keeps(c), 'two fill it');
  time.now = 1100;
  assert.ok(await keeps(c), 'the second has ended, although the first has not');
});

test.run();
