import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryStore } from './drivers/memory.ts';
import { ownedStore } from './server-stores.ts';
import { checkedRecords, sealedRecords, type RecordCodec } from './record-codecs.ts';
import type { Store } from '../model/store.ts';

const keyBytes = (): Promise<Uint8Array<ArrayBuffer>> => Promise.resolve(new Uint8Array(32).fill(7));
const codecs = { checked: checkedRecords, sealed: sealedRecords(keyBytes) };

/** A store of one server, what it is kept in, and how often that was asked. */
function setUp(codec: RecordCodec, defaultTtlMs?: number) {
  const time = { now: 0 };
  const kept = new MemoryStore({ clock: () => time.now });
  const counts = { foreign: 0, gets: 0 };
  /** Before the next look at a record. */
  const hooks: { beforeSwap?: (() => Promise<unknown>) | undefined } = {};
  const watched: Store = {
    get: (key) => (counts.gets++, kept.get(key)),
    set: (key, value, options) => kept.set(key, value, options),
    compareAndSet: async (key, swap) => {
      const { beforeSwap } = hooks;
      hooks.beforeSwap = undefined;
      await beforeSwap?.();
      return kept.compareAndSet(key, swap);
    },
    delete: (key) => kept.delete(key),
    keys: (prefix) => kept.keys(prefix),
    increment: (key, by, ttlMs) => kept.increment(key, by, ttlMs),
    ping: () => kept.ping(),
    close: () => Promise.reject(new Error('the connection is of others too')),
  };
  const own = ownedStore(watched, { prefix: 'p:', codec, defaultTtlMs, foreign: () => counts.foreign++ });
  return { counts, hooks, kept, own, time };
}

for (const [name, codec] of Object.entries(codecs)) {
  test(`[I15.stores.identity] ${name} records are read under their own key alone, whole`, async () => {
    const { counts, kept, own } = setUp(codec);
    assert.is(await own.get('a'), undefined);
    assert.is(counts.foreign, 0, 'what is not there is not foreign');
    await own.set('a', 'value');
    assert.is(await own.get('a'), 'value');
    assert.equal(await own.keys(''), ['a']);
    const text = (await kept.get('p:a')) ?? '';
    for (const [at, forged] of [text.slice(0, -1), `${text}x`, `x${text}`, 'value', ''].entries()) {
      await kept.set('p:a', forged);
      assert.is(await own.get('a'), undefined, forged);
      assert.is(counts.foreign, at + 1);
    }
    await kept.set('p:b', text);
    assert.is(await own.get('b'), undefined, 'moved to another key');
  });

  test(`[I15.stores.identity] ${name} records are swapped when they have the expected value, and a foreign one counts as absent`, async () => {
    const { kept, own } = setUp(codec);
    assert.not.ok(await own.compareAndSet('a', { expected: 'one', next: 'two' }));
    assert.ok(await own.compareAndSet('a', { expected: undefined, next: 'one' }));
    assert.not.ok(await own.compareAndSet('a', { expected: undefined, next: 'two' }));
    assert.not.ok(await own.compareAndSet('a', { expected: 'two', next: 'three' }));
    assert.ok(await own.compareAndSet('a', { expected: 'one', next: 'two' }));
    assert.is(await own.get('a'), 'two');
    assert.ok(await own.compareAndSet('a', { expected: 'two', next: undefined }));
    assert.is(await own.get('a'), undefined);
    await kept.set('p:a', 'somebody else’s');
    assert.not.ok(await own.compareAndSet('a', { expected: 'somebody else’s', next: 'two' }));
    assert.ok(await own.compareAndSet('a', { expected: undefined, next: 'mine' }));
    assert.is(await own.get('a'), 'mine');
  });

  test(`[I15.stores.identity] ${name} records: a value changed between read and swap is read again`, async () => {
    const { hooks, kept, own } = setUp(codec);
    await kept.set('p:a', 'foreign');
    hooks.beforeSwap = () => kept.set('p:a', 'foreign too');
    assert.ok(await own.compareAndSet('a', { expected: undefined, next: 'one' }));
    assert.is(await own.get('a'), 'one');
  });

  test(`[I15.stores.identity] ${name} records end with the option, or with an earlier ttl`, async () => {
    const { own, time } = setUp(codec, 100);
    await own.set('default', 'x');
    await own.set('short', 'x', { ttlMs: 10 });
    await own.compareAndSet('swapped', { expected: undefined, next: 'x', ttlMs: 10 });
    time.now = 50;
    assert.equal([await own.get('default'), await own.get('short'), await own.get('swapped')], ['x', undefined, undefined]);
    time.now = 100;
    assert.is(await own.get('default'), undefined);
  });
}

test('[I15.stores.identity] records that are written alike need no look before a swap; counters stand as they are', async () => {
  const { counts, own } = setUp(checkedRecords);
  await own.set('a', 'one');
  assert.ok(await own.compareAndSet('a', { expected: 'one', next: 'two' }));
  assert.not.ok(await own.compareAndSet('a', { expected: 'one', next: 'three' }));
  assert.is(counts.gets, 0);
  assert.is(await own.increment('n', 2), 2);
  assert.is(await own.increment('n', -3), -1);
  assert.is(await own.get('n'), '-1');
  assert.is(counts.foreign, 0);
  await own.close();
});

test.run();
