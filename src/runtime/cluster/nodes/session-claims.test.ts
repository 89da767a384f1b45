import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startRedis } from '../../../../test/support/redis-server.ts';
import { ServiceError } from '../../errors/index.ts';
import { silentLogger } from '../../std/index.ts';
import { openRedisStore } from '../../storage/drivers/redis.ts';
import { MemoryStore } from '../../storage/drivers/memory.ts';
import { readRedisOption } from '../../storage/store-options.ts';
import type { Store } from '../../model/store.ts';
import { SessionClaims, type FoundClaim } from './session-claims.ts';

const claimsOf = (store: Store, nodeId: string): SessionClaims => new SessionClaims({ store, nodeId, ttlMs: 60_000, clock: () => 1 });

async function claimedBy(store: Store, nodeId: string): Promise<readonly FoundClaim[]> {
  const found: FoundClaim[] = [];
  await claimsOf(store, nodeId).eachOf(nodeId, async (each) => void found.push(each));
  return found;
}

/** Fifty nodes want the session that one which is gone has left; all of them have seen the same. */
async function contend(store: Store): Promise<void> {
  await claimsOf(store, 'gone').move('session');
  const [left] = await claimedBy(store, 'gone');
  const names = Array.from({ length: 50 }, (_, at) => `node-${at}`);
  const ends = await Promise.allSettled(names.map((name) => claimsOf(store, name).claim('session', left)));
  const winners = names.filter((_, at) => ends[at]?.status === 'fulfilled');
  assert.is(winners.length, 1);
  for (const end of ends) {
    if (end.status === 'rejected') assert.ok(end.reason instanceof ServiceError && end.reason.code === 'SESSION_CLAIM_CONFLICT');
  }
  assert.is((await claimedBy(store, winners[0] ?? '')).length, 1);
  assert.is((await claimedBy(store, 'gone')).length, 0);
}

test('[S5.7.claim] of 50 nodes that claim a session at once one gets it, and the others SESSION_CLAIM_CONFLICT', async () => {
  await contend(new MemoryStore());
  const redis = await startRedis();
  const options = readRedisOption({ host: '127.0.0.1', port: redis.port }, { path: 'redis', variables: {} });
  if (options.kind !== 'redis') throw new Error('not over TCP');
  const stores = await Promise.all([1, 2].map(() => openRedisStore({ options, logger: silentLogger })));
  for (const store of stores) await contend(store);
  await Promise.all(stores.map((store) => store.close()));
  await redis.remove();
});

test('a session keeps its owner while it is used elsewhere, and moves with the stream of its client', async () => {
  const store = new MemoryStore();
  const [a, b] = [claimsOf(store, 'a'), claimsOf(store, 'b')];
  await a.move('session');
  await a.noteStream('session', 'g1');
  await b.keep('session');
  await b.noteStream('session', 'g2');
  assert.equal((await claimedBy(store, 'a'))[0]?.claim.stream, 'g1');
  await a.hold('session');
  assert.equal((await claimedBy(store, 'a'))[0]?.claim.stream, 'g1');
  await b.move('session');
  assert.is((await claimedBy(store, 'b'))[0]?.claim.stream, undefined);
  await a.hold('session');
  assert.is((await claimedBy(store, 'a')).length, 1);
  await a.release('session');
  await b.keep('session');
  assert.is((await claimedBy(store, 'b')).length, 1, 'what is nobody’s belongs to who uses it');
  for (const text of ['', '{', '[]', '{"nodeId":1}', '{"nodeId":"b"}']) {
    await store.set('strange', text);
    assert.is((await claimedBy(store, 'b')).length, 1, text);
  }
});

test('a claim that no node wrote counts as none, and only text is the name of a stream', async () => {
  const store = new MemoryStore();
  for (const foreign of ['null', '1', '"text"', '[]', 'no JSON']) {
    await store.set('session', foreign);
    assert.equal(await claimedBy(store, 'a'), [], foreign);
  }
  await claimsOf(store, 'a').move('session');
  assert.is((await claimedBy(store, 'a')).length, 1, 'a node writes over it');
  await store.set('session', JSON.stringify({ nodeId: 'b', claimedAt: 1, stream: 5 }));
  assert.equal((await claimedBy(store, 'b'))[0]?.claim, { nodeId: 'b', claimedAt: 1 });
});

test.run();
