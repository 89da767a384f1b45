import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { revision20251125 } from '../../mcp/revisions/2025-11-25.ts';
import { revision20250618 } from '../../mcp/revisions/2025-06-18.ts';
import { Conversation } from '../../mcp/sessions/conversation.ts';
import { silentLogger } from '../../std/index.ts';
import { MemoryEventStore } from './event-store.ts';
import { SessionStreams } from './session-streams.ts';

const opening = { id: 's', revision: revision20251125, clientCapabilities: {}, principal: 'p' };

test('[I3.fuzz.last-event-id] any Last-Event-ID names the rest of a stream of its session, or nothing', async () => {
  const streams = new SessionStreams(new MemoryEventStore({ maxEvents: 100, ttlMs: 60_000 }), silentLogger);
  const session = new Conversation(opening);
  const ended = streams.open(session);
  for (const message of ['{"one":1}', '{"two":2}', '{"three":3}']) ended.send(message);
  ended.finish();
  const number = fc.oneof(fc.nat(5).map(String), fc.constantFrom('01', '-1', '1e0', '1.0', '999999999999', '9'.repeat(400), '٣', '', ' 1'));
  const ids = fc.oneof(
    fc.tuple(number, fc.constantFrom('-', '--', ' - ', ''), number).map((parts) => parts.join('')),
    fc.constantFrom('__proto__-0', 'constructor-1', '1-0\n', '1-0 1-1'),
    fc.string({ unit: 'binary' }),
  );
  await fc.assert(
    fc.asyncProperty(ids, async (id) => {
      const answer = await streams.resume(session, id);
      assert.is(answer !== undefined, /^1-0*[0-3]$/.test(id) && id.length <= 14, JSON.stringify(id));
      assert.is(await streams.resume(new Conversation({ ...opening, id: 'other' }), id), undefined, 'of another session');
    }),
    { numRuns: 1000, seed: 20260728, examples: [['1-0'], ['1-3'], ['1-4'], ['2-0']] },
  );
});

test('a call that is answered without a stream leaves none to come back to', async () => {
  const streams = new SessionStreams(new MemoryEventStore({ maxEvents: 100, ttlMs: 60_000 }), silentLogger);
  const session = new Conversation({ ...opening, revision: revision20250618 });
  const answer = await streams.answer(session, async () => ({ status: 200, text: '{}' }));
  assert.is(answer.body, '{}');
  assert.is(await streams.resume(session, '1-0'), undefined);
});

test('[MCP11.priming] only revisions that know events without data get one first', async () => {
  const firstOf = async (revision: typeof revision20250618): Promise<string | undefined> => {
    const streams = new SessionStreams(new MemoryEventStore({ maxEvents: 100, ttlMs: 60_000 }), silentLogger);
    const { body } = await streams.openBackground(new Conversation({ ...opening, revision }));
    const written: string[] = [];
    if (typeof body !== 'function') return undefined;
    const ends: (() => void)[] = [];
    body({
      write: (chunk) => written.push(String(chunk)) > 0,
      end: () => undefined,
      ended: false,
      whenDrained: () => Promise.resolve(),
      onEnd: (listener) => void ends.push(listener),
    });
    for (const end of ends) end();
    return written[0];
  };
  assert.is(await firstOf(revision20251125), 'id: 1-0\ndata:\n\n');
  assert.is(await firstOf(revision20250618), ':\n\n');
});

test.run();
