import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { eventsOf, readEvents } from './event-stream.ts';

const encoder = new TextEncoder();
const all = async (chunks: readonly string[]): Promise<string[]> => {
  const events: string[] = [];
  for await (const event of readEvents(chunks.map((chunk) => encoder.encode(chunk)))) events.push(event.data);
  return events;
};

test('events of several lines, in pieces, between comments', async () => {
  assert.equal(await all(['data: a\r', '\ndata: b\r', 'data: c\r\r', '\n']), ['a\nb\nc']);
  assert.equal(await all(['data: a\r\nda', 'ta: b\n\n: ping\n\ndata:c\n', '\nid: 1\n\n']), ['a\nb', 'c']);
});

test('[cli-program.login.hostile] an event that never ends is refused: of one line, and of many', async () => {
  const megabyte = 'x'.repeat(1024 * 1024);
  for (const chunk of [megabyte, `data: ${megabyte}\n`, `${`data: ${'x'.repeat(1000)}\n`.repeat(1040)}`]) {
    let read = 0;
    const endless = (function* () {
      for (; read < 200; read++) yield encoder.encode(chunk);
    })();
    const failure = await (async () => {
      for await (const event of readEvents(endless)) assert.unreachable(event.data.slice(0, 10));
    })().catch(String);
    assert.match(failure ?? 'it ended', 'an event of the stream has no end');
    assert.ok(read < 70, String(read));
  }
});

test('many events are read, however long they are together', async () => {
  const event = `data: ${'x'.repeat(1024 * 1024)}\n\n`;
  let count = 0;
  const body = (function* () {
    for (let at = 0; at < 70; at++) yield encoder.encode(event);
  })();
  for await (const { data } of readEvents(body)) count += Number(data.length === 1024 * 1024);
  assert.is(count, 70);
});

test('[client.pages] a page whose streams cannot be iterated reads answers; who leaves early cancels the rest', async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(encoder.encode('data: a\n\ndata: b\n\n')),
    cancel: () => void (isCancelled = true),
  });
  const response = new Response(body);
  Object.defineProperty(response.body, Symbol.asyncIterator, { value: undefined });
  for await (const { data } of eventsOf(response)) {
    assert.is(data, 'a');
    break;
  }
  assert.ok(isCancelled);
  for await (const event of eventsOf(new Response(null))) assert.unreachable(event.data);
});

test.run();
