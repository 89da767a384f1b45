/* Shares of callers on their own; built servers and real stores are in test/plugins. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryStore } from '../../../src/runtime/storage/drivers/memory.ts';
import { sha256Text } from '@service/sdk/internal';
import { ResultsInMemory, ResultsInStore, type KeptResults } from './kept-results.ts';

const kept = async (results: KeptResults, owner: string | undefined, count: number): Promise<number> => {
  let found = 0;
  for (let at = 0; at < count; at++)
    if ((await results.get({ key: await sha256Text(`${owner} ${at}`), owner })) === `${owner} ${at}`) found++;
  return found;
};

async function fill(results: KeptResults, owner: string | undefined, count: number): Promise<void> {
  for (let at = 0; at < count; at++) await results.set({ key: await sha256Text(`${owner} ${at}`), owner }, `${owner} ${at}`, 1000);
}

test('[D2.cache.room] in memory, one person has an eighth of the places and anonymous callers a half', async () => {
  const results = new ResultsInMemory(() => 0, 80);
  await fill(results, 'ada', 5);
  await fill(results, undefined, 200);
  await fill(results, 'eve', 200);
  assert.equal([await kept(results, 'ada', 5), await kept(results, undefined, 200), await kept(results, 'eve', 200)], [5, 40, 10]);
  const large = 'x'.repeat(4 * 1024 * 1024);
  for (const key of ['a', 'b', 'c']) results.set({ key, owner: 'bob' }, large, 1000);
  assert.equal(
    ['a', 'b', 'c'].map((key) => results.get({ key, owner: 'bob' }) !== undefined),
    [false, false, true],
    'eight Mi characters of one person, keys included',
  );
});

test('[D2.cache.room] in a store, as many places are ever written as an owner has', async () => {
  const store = new MemoryStore({ clock: () => 0 });
  const results = new ResultsInStore(store, undefined, 80);
  await fill(results, 'ada', 1);
  await fill(results, 'eve', 200);
  assert.is((await store.keys('')).length, 1 + 10);
  await fill(results, undefined, 400);
  assert.is((await store.keys('')).length, 1 + 10 + 40);
  assert.is(await kept(results, 'ada', 1), 1);
  assert.is(await kept(results, 'eve', 200), 10, 'a place holds one result, and says of which call');
  await results.set({ key: await sha256Text('long'), owner: 'ada' }, 'x'.repeat(256 * 1024 + 1), 1000);
  assert.is(await results.get({ key: await sha256Text('long'), owner: 'ada' }), undefined, 'too long for a store');
});

test.run();
