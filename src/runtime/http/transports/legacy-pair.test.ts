/* What the pair keeps of its clients, without sockets. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serveSmall } from '../../../../fixtures/support/serve-small.ts';
import { initializeBody, legacyHeaders } from '../../../../fixtures/support/wire-client.ts';
import type { HttpAnswer, HttpExchange, WorkHold } from '../../web/exchange.ts';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly body?: string;
  readonly peerAddress?: string;
  readonly hold?: WorkHold;
}

function exchangeOf({ body = '', method, path, query = '', peerAddress = '127.0.0.1', hold }: Asked): HttpExchange {
  const headers: Readonly<Record<string, string>> = { ...legacyHeaders, host: 'localhost' };
  return {
    method,
    path,
    query,
    peerAddress,
    secure: false,
    signal: new AbortController().signal,
    header: (name) => headers[name],
    eachHeader: (visit) => Object.entries(headers).forEach(([name, value]) => visit(name, value)),
    text: () => body,
    bytes: () => new TextEncoder().encode(body),
    ...(hold === undefined ? {} : { hold }),
  };
}

/** A client that reads its stream. */
function readStream(answer: HttpAnswer) {
  const text: string[] = [];
  const readers: (() => void)[] = [];
  const ends: (() => void)[] = [];
  if (typeof answer.body !== 'function') throw new Error(`no stream: ${answer.status}`);
  answer.body({
    write: (chunk) => {
      text.push(String(chunk));
      for (const read of readers.splice(0)) read();
      return true;
    },
    end: () => undefined,
    ended: false,
    whenDrained: () => Promise.resolve(),
    onEnd: (listener) => void ends.push(listener),
  });
  return {
    query: text[0]?.split('?')[1]?.trim() ?? '',
    leave: () => ends.forEach((end) => end()),
    next: async (): Promise<string> => {
      while (text.length < 2) await new Promise<void>((resolve) => readers.push(resolve));
      return text[1] ?? '';
    },
  };
}

test('[I15.totals.pair-streams] streams of one address have a share, what their clients declare is of it, and both are given back', async () => {
  const { application, run } = await serveSmall({ SERVICE_HTTP_ENTRY_PATH: '/mcp' });
  try {
    const open = (peerAddress = '192.0.2.1') => application.handle(exchangeOf({ method: 'GET', path: '/mcp/sse', peerAddress }));
    const streams = [];
    let answer = await open();
    for (; answer.status === 200 && streams.length < 5000; answer = await open()) streams.push(readStream(answer));
    assert.equal([answer.status, answer.headers['retry-after'], streams.length], [503, '5', 2730]);
    assert.is((await open('192.0.2.2')).status, 200);
    const [first, second] = streams;
    if (first === undefined || second === undefined) throw new Error('no stream');
    const holds: unknown[] = [];
    const post = (query: string) =>
      application.handle(
        exchangeOf({
          method: 'POST',
          path: '/mcp/message',
          query,
          peerAddress: '192.0.2.1',
          body: initializeBody('2024-11-05', { experimental: { x: { y: 'z'.repeat(8000) } } }),
          hold: { lastUntil: (work) => void holds.push(work) },
        }),
      );
    assert.is((await post(first.query)).status, 202);
    assert.match(await first.next(), '"error"', 'no room for what it declares');
    assert.is(holds.length, 1, 'its place is kept until it is answered');
    for (const stream of streams.slice(2, 5)) stream.leave();
    assert.is((await post(second.query)).status, 202);
    assert.match(await second.next(), '"result"');
    second.leave();
    const again = [await open(), await open(), await open(), await open(), await open()];
    assert.equal(
      again.map(({ status }) => status),
      [200, 200, 200, 200, 503],
    );
  } finally {
    await run.stop(0);
  }
});

test.run();
