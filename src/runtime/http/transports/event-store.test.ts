import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryEventStore } from './event-store.ts';

const key = (streamId: string, sessionId = 's') => ({ sessionId, streamId });

test('[S5.2.event-store] events are bounded in number and age, the oldest go first, and a gap is reported', async () => {
  let now = 0;
  const store = new MemoryEventStore({ maxEvents: 3, ttlMs: 100 }, () => now);
  await store.append(key('1'), 1, 'a');
  await store.append(key('2'), 1, 'x');
  await store.append(key('1'), 2, 'b');
  assert.equal(await store.after(key('1'), 0), ['a', 'b']);
  assert.equal(await store.after(key('1'), 2), []);
  await store.append(key('1'), 3, 'c');
  assert.is(await store.after(key('1'), 0), undefined, 'the first one is gone');
  assert.equal(await store.after(key('1'), 1), ['b', 'c']);
  assert.is(store.size, 3);
  now = 100;
  assert.is(await store.after(key('1'), 1), undefined);
  assert.is(store.size, 0);
});

test('messages of 64 million characters together are kept, and no more', async () => {
  const store = new MemoryEventStore({ maxEvents: 10, ttlMs: 100 }, () => 0);
  const half = 'x'.repeat(32 * 1024 * 1024);
  await store.append(key('1'), 1, half);
  await store.append(key('1'), 2, half);
  assert.is(store.size, 2);
  await store.append(key('1'), 3, 'x');
  assert.is(store.size, 2, 'the oldest went');
});

test('a session that ended takes its events along', async () => {
  const store = new MemoryEventStore({ maxEvents: 10, ttlMs: 100 }, () => 0);
  await store.append(key('1'), 1, 'a');
  await store.append(key('1', 'other'), 1, 'b');
  await store.forget('s');
  assert.is(await store.after(key('1'), 0), undefined);
  assert.equal(await store.after(key('1', 'other'), 0), ['b']);
  assert.is(store.size, 1);
});

test.run();
