import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serveSmall } from '../../../test/support/serve-small.ts';
import { gates } from '../../../test/support/small-server.ts';
import { modernRequest, send } from '../../../test/support/wire-client.ts';
import { BodyUnreadable } from '../web/body-errors.ts';
import { BodyTurns } from './request-bodies.ts';
import { NodeExchange } from './node-exchange.ts';

const calls = 20_000;
const atOnce = 50;

/** Where in its request a client goes away. */
const leavings = ['half the head', 'half the body', 'all sent', 'first bytes', 'whole answer'] as const;

function textOf(name: string): string {
  const made =
    name === 'listen'
      ? modernRequest('subscriptions/listen', { notifications: { toolsListChanged: true } })
      : modernRequest('tools/call', { name, arguments: name === 'add' ? { a: 1, b: 2 } : {} });
  const headers = Object.entries({ ...made.headers, host: 'localhost', 'content-length': String(Buffer.byteLength(made.body)) });
  return `POST / HTTP/1.1\r\n${headers.map(([key, value]) => `${key}: ${value}\r\n`).join('')}\r\n${made.body}`;
}

const texts = ['add', 'count', 'wait', 'listen'].map(textOf);

function callAndLeave(port: number, at: number): Promise<void> {
  const text = texts[at % texts.length] ?? '';
  const leaving = leavings[(at * 7) % leavings.length] ?? 'all sent';
  return new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1', () => {
      if (leaving === 'half the head') socket.write(text.slice(0, 40), () => socket.destroy());
      else if (leaving === 'half the body') socket.write(text.slice(0, -20), () => socket.destroy());
      else if (leaving === 'all sent') socket.write(text, () => (at % 2 === 0 ? socket.resetAndDestroy() : socket.destroy()));
      else socket.write(text);
    });
    socket.on('data', () => {
      if (leaving === 'first bytes' || leaving === 'whole answer') socket.destroy();
    });
    // A call that waits for ever answers nothing: its client gives up.
    if (at % texts.length === 2) socket.once('connect', () => setImmediate(() => socket.destroy()));
    socket.on('error', () => undefined).on('close', () => resolve());
  });
}

/** What keeps this process alive, without its own standard streams. */
function openThings(): string[] {
  return process.getActiveResourcesInfo().filter((name) => !/^(TTYWrap|PipeWrap|FSReqCallback|Immediate|TickObject)$/.test(name));
}

test('[I3.disconnects] 20,000 calls with clients that leave anywhere leave no stream, timer or listener', async () => {
  const served = await serveSmall();
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (begun < calls) await callAndLeave(served.port, begun++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  // One more whole call: it is answered after the server has seen every end before it.
  const { headers, body } = modernRequest('tools/list');
  assert.is((await send({ port: served.port, headers, body })).status, 200);
  assert.ok(await served.run.stop(60), 'no answer is left open');
  // Closing takes some turns of the loop; a timer, or a stream that nobody ends, stays for ever.
  for (let turn = 0; turn < 1000 && openThings().length > 0; turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(openThings(), []);
});

test('[I3.disconnects] a client that leaves ends every call that it has pipelined', async () => {
  const served = await serveSmall();
  let running = 0;
  let ended = 0;
  gates.aborted = () => void ended++;
  await new Promise<void>((resolve) => {
    const socket = connect(served.port, '127.0.0.1', () => socket.write(textOf('wait').repeat(5)));
    gates.started = () => {
      if (++running < 5) return;
      socket.destroy();
      resolve();
    };
  });
  assert.ok(await served.run.stop(2000), 'no answer is left open');
  assert.is(ended, 5);
  Object.assign(gates, { started: () => undefined, aborted: () => undefined });
});

test('[I4.chaos.body-gone] a body whose client left while a guard asked a store is not waited for', async () => {
  const failure = await new Promise<unknown>((resolve) => {
    const server = createServer((message) => {
      const read = async (): Promise<unknown> =>
        new NodeExchange(message, { bodyTimeoutMs: 2000, turns: new BodyTurns(() => undefined) }).text(1000);
      message.once(
        'close',
        () =>
          void read()
            .then(resolve, resolve)
            .then(() => server.close()),
      );
    });
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
      socket.write(texts[0]?.slice(0, -20) ?? '', () => socket.destroy());
    });
  });
  assert.instance(failure, BodyUnreadable, 'at once, with no timer left that would hold the request');
});

test.run();
