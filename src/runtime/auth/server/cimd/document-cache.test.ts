import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Client } from '../clients/client.ts';
import { documentBytes, MemoryDocumentCache } from './document-cache.ts';

const cached = (freshUntil: number, padding = 0) => {
  const client: Client = {
    clientId: 'x'.repeat(padding),
    redirectUris: [],
    tokenEndpointAuthMethod: 'none',
    grantTypes: [],
    responseTypes: [],
    source: 'cimd',
  };
  return { client, etag: undefined, freshUntil };
};

test('[cimd.cache.size] [I15.totals.documents] the cache is bounded in bytes; a fresh document stays, and one that is not makes room', () => {
  const time = { now: 0 };
  const cache = new MemoryDocumentCache(() => time.now, { total: 3000, share: 2500 });
  cache.set('a', cached(10, 500));
  cache.set('b', cached(20, 500));
  cache.set('c', cached(20, 500));
  assert.equal([cache.get('a'), cache.get('b'), cache.get('c')].map(Boolean), [true, true, false], 'nothing fresh goes for a newcomer');
  cache.set('b', cached(30, 400));
  assert.is(cache.get('b')?.freshUntil, 30, 'its own room is its own');
  time.now = 10;
  cache.set('c', cached(20, 500));
  assert.equal([cache.get('a'), cache.get('b'), cache.get('c')].map(Boolean), [false, true, true]);
  for (const key of ['b', 'c']) cache.delete(key);
  cache.delete('c');
  cache.set('d', cached(20, 1400));
  assert.ok(cache.get('d'), 'what is deleted gives its room back, once');
});

test('[I15.totals.documents] documents that one address asked for leave room for those of others', () => {
  const cache = new MemoryDocumentCache(() => 0, { total: 10_000, share: 3000 });
  for (let at = 0; at < 20; at++) cache.set(`evil-${at}`, cached(10, 300), '192.0.2.1');
  cache.set('good', cached(10, 300), '192.0.2.2');
  assert.ok(cache.get('good'));
  assert.ok(cache.get('evil-0') !== undefined && cache.get('evil-19') === undefined);
});

test('[I15.totals.documents] one request looks at a thousand stale documents at most', () => {
  const time = { now: 0 };
  const bytes = documentBytes('00000', cached(1));
  const cache = new MemoryDocumentCache(() => time.now, { total: 1100 * bytes, share: Infinity });
  const name = (at: number): string => String(at).padStart(5, '0');
  for (let at = 0; at < 1100; at++) cache.set(name(at), cached(1));
  assert.ok(cache.get(name(1099)));
  time.now = 1;
  cache.set('fresh', cached(2));
  assert.equal([cache.get(name(999)) === undefined, cache.get(name(1000)) === undefined], [true, false]);
});

test.run();
