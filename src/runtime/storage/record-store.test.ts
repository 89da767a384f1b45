import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryStore } from './drivers/memory.ts';
import { RecordStore } from './record-store.ts';

interface Note {
  readonly text: string;
  readonly endsAt?: number;
}

function notes(options: { readonly now?: number } = {}) {
  const time = { now: options.now ?? 0 };
  const store = new MemoryStore({ clock: () => time.now });
  const lifetimeMs = ({ endsAt }: Note): number | undefined => (endsAt === undefined ? undefined : endsAt - time.now);
  return { store, time, records: new RecordStore<string, Note>(store, { keyOf: async (id) => `note:${id}`, lifetimeMs }) };
}

test('a record is found under its key until it ends or is deleted', async () => {
  const { records, store, time } = notes();
  await records.set('a', { text: 'short', endsAt: 10 });
  await records.set('b', { text: 'long' });
  assert.equal((await store.keys('')).toSorted(), ['note:a', 'note:b']);
  time.now = 9;
  assert.equal(await records.find('a'), { text: 'short', endsAt: 10 });
  time.now = 10;
  assert.is(await records.find('a'), undefined);
  assert.equal(await records.find('b'), { text: 'long' });
  assert.equal([await records.delete('b'), await records.delete('b')], [true, false]);
  assert.is(await records.find('b'), undefined);
});

test('of several swaps of one value one succeeds, and it may remove the record', async () => {
  const { records, time } = notes();
  const first = { text: 'first' };
  assert.equal(await Promise.all(['1', '2'].map((text) => records.swap('a', undefined, { text }))), [true, false]);
  assert.is(await records.swap('a', first, { text: 'never' }), false);
  const read = await records.find('a');
  assert.equal(read, { text: '1' });
  assert.equal(await Promise.all([records.swap('a', read, first), records.swap('a', read, first)]), [true, false]);
  assert.equal([await records.swap('a', first, undefined), await records.swap('a', first, undefined)], [true, false]);
  assert.is(await records.find('a'), undefined);
  assert.ok(await records.swap('a', undefined, { text: 'ends', endsAt: 5 }));
  time.now = 5;
  assert.is(await records.find('a'), undefined, 'a swap gives the record its lifetime');
});

test('an update sees writes of other instances, and leaves the store alone when it returns nothing', async () => {
  const { records, time } = notes();
  let meanwhile: Promise<void> | undefined;
  const seen: (string | undefined)[] = [];
  const written = await records.update('a', async (record) => {
    seen.push(record?.text);
    meanwhile ??= records.set('a', { text: 'theirs' });
    await meanwhile;
    return { text: `${record?.text} and ours`, endsAt: 10 };
  });
  assert.equal(seen, [undefined, 'theirs']);
  assert.equal(written, { text: 'theirs and ours', endsAt: 10 });
  assert.is(await records.update('a', () => undefined), undefined);
  assert.equal(await records.find('a'), written);
  await records.update('a', (record) => record);
  time.now = 10;
  assert.is(await records.find('a'), undefined, 'its lifetime goes on');
});

test('a lifetime that is over removes the record', async () => {
  const { records, store } = notes({ now: 10 });
  await records.set('a', { text: 'kept' });
  await records.update('a', () => ({ text: 'over', endsAt: 10 }));
  assert.equal(await store.keys(''), []);
});

test('malformed text counts as absent, and an update replaces it', async () => {
  const store = new MemoryStore();
  const parse = (value: unknown): Note | undefined => (typeof value === 'string' ? { text: value } : undefined);
  const records = new RecordStore<string, Note>(store, { keyOf: (id) => id, parse });
  for (const text of ['', '{', '7', 'null', '{"text":"a"}']) {
    await store.set('a', text);
    assert.is(await records.find('a'), undefined, text);
    assert.equal(await records.update('a', (record) => ({ text: record?.text ?? 'new' })), { text: 'new' });
  }
  await store.set('a', '"plain"');
  assert.equal(await records.find('a'), { text: 'plain' });
  const failing = new RecordStore<string, Note>(store, {
    keyOf: (id) => id,
    parse: () => {
      throw new Error('a fault of ours');
    },
  });
  assert.is(await failing.find('a').then(String, (failure: Error) => failure.message), 'a fault of ours');
});

test.run();
