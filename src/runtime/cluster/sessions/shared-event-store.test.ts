import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryStore } from '../../storage/drivers/memory.ts';
import type { HttpAnswer } from '../../web/exchange.ts';
import { SessionStreams } from '../../http/transports/session-streams.ts';
import { revision20251125 } from '../../mcp/revisions/2025-11-25.ts';
import { Conversation } from '../../mcp/sessions/conversation.ts';
import { silentLogger } from '../../std/index.ts';
import { SharedEventStore } from './shared-event-store.ts';

const key = { sessionId: 's', streamId: 'g1x1' };

/** Reads the stream of an answer to its end. @param onFrame told how many there are by then */
function readStream({ body }: HttpAnswer, written: string[], onFrame: (count: number) => void = () => undefined): Promise<void> {
  const ends: (() => void)[] = [];
  return new Promise((resolve) => {
    if (typeof body !== 'function') throw new Error('no stream');
    body({
      write: (chunk) => {
        onFrame(written.push(String(chunk)));
        return true;
      },
      end: () => {
        for (const end of ends) end();
        resolve();
      },
      ended: false,
      whenDrained: () => Promise.resolve(),
      onEnd: (listener) => void ends.push(listener),
    });
  });
}

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

test('[I4.sessions.follow] a client that comes back elsewhere while its call runs hears its messages, and its stream ends with the answer', async () => {
  const store = new MemoryStore();
  const [a, b] = ['a', 'b'].map((tag) => {
    return new SessionStreams(new SharedEventStore(store, { maxEvents: 10, ttlMs: 60_000 }), silentLogger, tag);
  });
  if (a === undefined || b === undefined) throw new Error('no streams');
  const session = () => new Conversation({ id: 's', revision: revision20251125, clientCapabilities: {}, principal: 'p' });
  const call = a.open(session());
  call.send('{"method":"notifications/progress"}');
  let answer = await b.resume(session(), 'a1-0');
  // Until the first message is kept.
  while (answer === undefined) answer = await b.resume(session(), 'a1-0');
  const written: string[] = [];
  await readStream(answer, written, (count) => {
    // The second message comes while the client listens, and so does the answer.
    if (count === 2) call.send('{"method":"notifications/message"}');
    if (count === 3) call.finish('{"id":1,"result":{}}');
  });
  assert.equal(
    written.map((frame) => frame.split('\n')[0]),
    ['id: a1-0', 'id: a1-1', 'id: a1-2', 'id: a1-3'],
  );
  assert.match(written[3] ?? '', '"result"');
});

test('[I4.sessions.kept-first] a message goes out once it is kept, in its order, and once', async () => {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  class SlowStore extends MemoryStore {
    override async set(...given: Parameters<MemoryStore['set']>): Promise<void> {
      await gate;
      await super.set(...given);
    }
  }
  const streams = new SessionStreams(new SharedEventStore(new SlowStore(), { maxEvents: 10, ttlMs: 60_000 }), silentLogger, 'a');
  const session = new Conversation({ id: 's', revision: revision20251125, clientCapabilities: {}, principal: 'p' });
  const call = streams.open(session);
  const written: string[] = [];
  const ended = new Promise<void>((resolve) => {
    call.connect((answer) => void readStream(answer, written).then(resolve));
  });
  call.send('{"method":"notifications/progress"}');
  call.send('{"method":"notifications/message"}');
  call.finish('{"id":1,"result":{}}');
  await new Promise((resolve) => setImmediate(resolve));
  const ids = (): readonly (string | undefined)[] => written.map((frame) => frame.split('\n')[0]);
  assert.equal(ids(), ['id: a1-0'], 'the stream is open, and nothing is on it');
  open();
  await ended;
  assert.equal(ids(), ['id: a1-0', 'id: a1-1', 'id: a1-2', 'id: a1-3']);
});

test.run();
