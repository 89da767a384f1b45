/* What the pair keeps of its clients, without sockets. */
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serveSmall } from '../../../../test/support/serve-small.ts';
import { initializeBody, legacyBody, legacyHeaders } from '../../../../test/support/wire-client.ts';
import { anonymousCaller } from '../../define/create-auth-context.ts';
import type { HttpAnswer, HttpExchange, WorkHold } from '../../web/exchange.ts';
import { LegacyPair, PairInbox } from './legacy-pair.ts';
import { noRequestHeaders } from '../../mcp/call/request-headers.ts';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly body?: string | Promise<string>;
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
    bytes: async () => new TextEncoder().encode(await body),
    ...(hold === undefined ? {} : { hold }),
  };
}

/** A client that reads its stream, or opens it and is behind until it is told to read. */
function readStream(answer: HttpAnswer, { behind = false } = {}) {
  const text: string[] = [];
  const readers: (() => void)[] = [];
  const ends: (() => void)[] = [];
  const state = { ended: false };
  let drained = (): void => undefined;
  if (typeof answer.body !== 'function') throw new Error(`no stream: ${answer.status}`);
  answer.body({
    write: (chunk) => {
      text.push(String(chunk));
      for (const read of readers.splice(0)) read();
      return !behind;
    },
    end: () => {
      state.ended = true;
      for (const end of ends.splice(0)) end();
    },
    ended: false,
    whenDrained: () => (behind ? new Promise((resolve) => (drained = resolve)) : Promise.resolve()),
    onEnd: (listener) => void ends.push(listener),
  });
  return {
    query: text[0]?.split('?')[1]?.trim() ?? '',
    state,
    leave: () => ends.forEach((end) => end()),
    catchUp: async (): Promise<void> => {
      behind = false;
      drained();
      await new Promise((resolve) => setImmediate(resolve));
    },
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

/** The pair of a small server, and how it is asked. */
async function pairOf() {
  const { application, run } = await serveSmall();
  const { mcp, handshakeProtocol } = application;
  if (handshakeProtocol === undefined) throw new Error('the small server keeps sessions');
  const pair = new LegacyPair({ server: mcp, handshake: handshakeProtocol, entryPath: '/mcp', bodyLimit: 10_000_000 });
  const ask = (asked: Asked): HttpAnswer | Promise<HttpAnswer> => {
    const route = pair.routes.find(({ method, path }) => method === asked.method && path === asked.path);
    if (route === undefined) throw new Error(`no route ${asked.path}`);
    return route.answer(exchangeOf(asked), anonymousCaller);
  };
  const open = async (): Promise<HttpAnswer> => ask({ method: 'GET', path: '/mcp/sse' });
  const post = async (query: string, body: string | Promise<string>): Promise<number> =>
    (await ask({ method: 'POST', path: '/mcp/message', query, body })).status;
  return { pair, open, post, run };
}

test('[I15.totals.pair-messages] messages that run have a share, although their requests have ended; their end makes room', async () => {
  const { open, post, run } = await pairOf();
  const client = readStream(await open());
  await post(client.query, initializeBody('2024-11-05'));
  let started = 0;
  while ((await post(client.query, legacyBody('tools/call', { name: 'wait' }, started + 2))) === 202) started++;
  assert.ok(started > 2000 && started < 4096, `${started}`);
  const next = readStream(await open());
  assert.is(await post(next.query, initializeBody('2024-11-05')), 503, 'of the same address');
  // Its calls are cancelled, and end a few turns later.
  client.leave();
  while ((await post(next.query, initializeBody('2024-11-05'))) !== 202);
  next.leave();
  await run.stop(0);
});

test('[D2.sse.unknown-session] a client that has left is forgotten, also by a message that was on its way', async () => {
  const { open, pair, post, run } = await pairOf();
  const client = readStream(await open());
  assert.is(pair.size, 1);
  let send = (_body: string): void => undefined;
  const slow = post(client.query, new Promise((resolve) => (send = resolve)));
  client.leave();
  assert.is(pair.size, 0);
  send(initializeBody('2024-11-05'));
  assert.is(await slow, 404);
  await run.stop(0);
});

test('[D2.sse.unknown-session] a client whose stream takes no message is forgotten: a worker platform ends requests silently', async () => {
  const { open, pair, post, run } = await pairOf();
  const receive = Object.getOwnPropertyDescriptor(PairInbox.prototype, 'run') ?? {};
  Object.defineProperty(PairInbox.prototype, 'run', { ...receive, value: () => Promise.resolve() });
  try {
    const client = readStream(await open());
    assert.is(await post(client.query, initializeBody('2024-11-05')), 404);
    assert.is(pair.size, 0);
    // Its reader has not gone, so only this ends what keeps its stream alive.
    client.leave();
  } finally {
    Object.defineProperty(PairInbox.prototype, 'run', receive);
    await run.stop(0);
  }
});

test('[I15.totals.pair-streams] a stream whose reader has no room for an answer ends', async () => {
  const { open, post, run } = await pairOf();
  const client = readStream(await open(), { behind: true });
  assert.is(await post(client.query, initializeBody('2024-11-05')), 202);
  const long = legacyBody('prompts/get', { name: 'greet', arguments: { who: 'x'.repeat(1_200_000) } }, 2);
  for (let at = 0; at < 2; at++) assert.is(await post(client.query, long), 202);
  assert.not.ok(client.state.ended);
  await client.catchUp();
  assert.ok(client.state.ended);
  await run.stop(0);
});

const message = (value: string) => ({ value, auth: anonymousCaller, http: noRequestHeaders, giveBack: () => undefined });
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

test("messages run in order on the stream's own request, earlier ones included", async () => {
  const inbox = new PairInbox();
  const heard: unknown[] = [];
  const early = inbox.deliver(message('early'));
  const run = inbox.run(({ value }) => void heard.push(value));
  assert.ok(await early);
  assert.equal(await Promise.all([inbox.deliver(message('one')), inbox.deliver(message('two'))]), [true, true]);
  assert.equal(heard, ['early', 'one', 'two']);
  inbox.close();
  await run;
  assert.not.ok(await inbox.deliver(message('late')));
  assert.is(heard.length, 3);
});

test('a message that no stream takes within its time is not run, and others are', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const inbox = new PairInbox();
    const ends: [string, boolean][] = [];
    const deliver = (value: string): void => void inbox.deliver(message(value)).then((end) => ends.push([value, end]));
    deliver('lost');
    mock.timers.tick(1999);
    deliver('kept');
    await turns();
    assert.equal(ends, []);
    mock.timers.tick(1);
    await turns();
    assert.equal(ends, [['lost', false]]);
    const heard: unknown[] = [];
    void inbox.run(({ value }) => void heard.push(value));
    await turns();
    assert.equal([heard, ends.at(-1)], [['kept'], ['kept', true]]);
    inbox.close();
  } finally {
    mock.timers.reset();
  }
});

test('a message that was taken keeps no timer', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const inbox = new PairInbox();
  void inbox.run(() => undefined);
  const before = timers();
  await inbox.deliver(message('one'));
  assert.is(timers(), before);
  inbox.close();
  const late = inbox.deliver(message('late'));
  assert.is(timers(), before, 'one for a closed stream is refused at once');
  assert.not.ok(await late);
});

test.run();
