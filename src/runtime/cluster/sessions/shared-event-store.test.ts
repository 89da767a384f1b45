import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryStore } from '../../storage/drivers/memory.ts';
import { SharedEventStore } from './shared-event-store.ts';

const key = { sessionId: 's', streamId: 'g1x1' };

test('[I4.sessions.resume] another instance gives what came after an event, or says that it is not kept', async () => {
  let now = 0;
  const store = new MemoryStore({ clock: () => now });
  const [a, b] = [1, 2].map(() => new SharedEventStore(store, { maxEvents: 3, ttlMs: 100 }));
  if (a === undefined || b === undefined) throw new Error('no store');
  assert.is(await b.after(key, 0), undefined, 'a stream that nobody knows');
  // Not awaited one by one: as streams send.
  await Promise.all([1, 2, 3, 4].map((number) => a.append(key, number, `message ${number}`)));
  assert.equal(await b.after(key, 2), ['message 3', 'message 4']);
  assert.equal(await b.after(key, 4), []);
  assert.equal(await b.after(key, 1), ['message 2', 'message 3', 'message 4']);
  assert.is(await b.after(key, 0), undefined, 'the first one made room');
  assert.is(await b.after(key, 5), undefined, 'an event that was not sent');
  assert.is(await b.after({ ...key, sessionId: 'other' }, 2), undefined, 'of another session');
  now = 100;
  assert.is(await b.after(key, 2), undefined, 'after their time');
});

test('[I4.sessions.resume] a stream is known to all before its first message, and beginning never takes it back', async () => {
  const store = new MemoryStore();
  const [a, b] = [1, 2].map(() => new SharedEventStore(store, { maxEvents: 3, ttlMs: 60_000 }));
  if (a === undefined || b === undefined) throw new Error('no store');
  await a.begin(key);
  assert.equal(await b.after(key, 0), []);
  await Promise.all([a.append(key, 1, 'message'), a.begin(key)]);
  assert.equal(await b.after(key, 0), ['message']);
});

test.run();
