import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sendFrom } from '../../../test/chaos/flood-server.ts';
import type { HttpAnswer } from '../web/exchange.ts';
import { keptLimits } from '../options/kept-limits.ts';
import { NodeServer } from './node-server.ts';

interface World {
  readonly sockets: Socket[];
  readonly node: NodeServer;
  readonly port: number;
  /** Requests to `/wait` that run, and how they end. */
  readonly running: ((answer: HttpAnswer) => void)[];
  readonly open: (address: string) => Socket;
  /** The paths that have been asked for, but for `/wait`. */
  readonly served: string[];
}

const mebibyte = 1024 * 1024;
const large = 'x'.repeat(mebibyte);
/** Alone more than the share of an address. */
const huge = 'x'.repeat(31 * mebibyte);
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
const test = suite<World>('pipelines');

test.before.each(async (context) => {
  const running: World['running'] = [];
  const served: string[] = [];
  const node = new NodeServer(
    ({ path }) => {
      if (path === '/wait') return new Promise<HttpAnswer>((resolve) => running.push(resolve));
      served.push(path);
      return { status: 200, headers: {}, body: path === '/large' ? large : path === '/huge' ? huge : path };
    },
    { securityHeaders: {}, bodyTimeoutMs: 1000 },
  );
  node.server.listen(0, '127.0.0.1');
  await once(node.server, 'listening');
  const { port } = node.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  const open = (localAddress: string): Socket => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  Object.assign(context, { node, port, running, served, sockets, open });
});
test.after.each(({ node, sockets }) => {
  for (const socket of sockets) socket.destroy();
  node.server.close();
});

const turns = async (until: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 10_000 && !until(); turn++) await new Promise((resolve) => setImmediate(resolve));
};

test('[I15.totals.unread] requests of one connection run eight at a time, and are answered in order', async ({ open, running }) => {
  const socket = open('127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.write(get('/wait').repeat(12) + get('/last'));
  await turns(() => running.length >= 8);
  await turns(() => running.length > 8);
  assert.is(running.length, 8);
  for (let at = 0; at < 12; at++) {
    await turns(() => running.length > at);
    running[at]?.({ status: 200, headers: {}, body: `-${at}-` });
  }
  while (!text.includes('/last')) await once(socket, 'data');
  assert.equal(
    text.match(/-\d+-/g),
    Array.from({ length: 12 }, (_, at) => `-${at}-`),
  );
});

test('[I15.totals.unread] an address that reads nothing gets 503 at its share; others are served, and it is again once it has read', async ({
  open,
  port,
}) => {
  const [attacker, honest] = [sendFrom('127.0.0.2', port), sendFrom('127.0.0.3', port)];
  const unread: Socket[] = [];
  let refused = await attacker({ method: 'GET', path: '/' });
  for (let at = 0; at < 200 && refused.status === 200; at++) {
    const socket = open('127.0.0.2').pause();
    unread.push(socket);
    socket.write(get('/large').repeat(20));
    await once(socket, 'connect');
    refused = await attacker({ method: 'GET', path: '/' });
  }
  assert.equal([refused.status, refused.headers['retry-after'], refused.headers.connection], [503, '5', 'close']);
  assert.is((await honest({ method: 'GET', path: '/large' })).status, 200);
  // Just under its share again: no reason to serve what would fill it at once.
  unread.at(-1)?.destroy();
  await honest({ method: 'GET', path: '/' });
  assert.is((await attacker({ method: 'GET', path: '/' })).status, 503);
  for (const socket of unread) socket.destroy();
  let again = refused;
  for (let at = 0; at < 200 && again.status !== 200; at++) again = await attacker({ method: 'GET', path: '/' });
  assert.is(again.status, 200);
});

test('[I15.totals.unread] requests that arrive in one turn of the loop are bounded as well', async ({ open, port, served }) => {
  const sockets = Array.from({ length: 20 }, () => open('127.0.0.2').pause());
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  await sendFrom('127.0.0.3', port)({ method: 'GET', path: '/' });
  for (const socket of sockets) socket.write(get('/large').repeat(8));
  await turns(() => sockets.every(({ destroyed }) => destroyed) || served.length >= 160);
  const bytes = served.filter((path) => path === '/large').length * mebibyte;
  assert.ok(bytes >= keptLimits.unread.share && bytes < 2 * keptLimits.unread.share, String(bytes));
});

test('[I15.totals.unread] one large answer does not fill a share before it is read, and two of them do', async ({ open, port }) => {
  const client = sendFrom('127.0.0.2', port);
  const download = async (): Promise<void> => {
    const socket = open('127.0.0.2');
    socket.write(get('/huge'));
    await once(socket, 'data');
    socket.pause();
  };
  await download();
  assert.is((await client({ method: 'GET', path: '/' })).status, 200);
  await download();
  assert.is((await client({ method: 'GET', path: '/' })).status, 503);
});

test('[I15.totals.unread] answers to connections that have gone count for nothing', async ({ node, open, port, running }) => {
  const closings: Promise<unknown>[] = [];
  node.server.on('connection', (served: Socket) => closings.push(new Promise((resolve) => served.once('close', resolve))));
  const sockets = [open('127.0.0.2'), open('127.0.0.2')];
  for (const socket of sockets) socket.write(get('/wait').repeat(8));
  await turns(() => running.length === 16);
  assert.is(running.length, 16);
  for (const socket of sockets) socket.destroy();
  await Promise.all(closings);
  // Counted, they would fill the total for ever: a connection that has gone has no address and ends no more.
  for (const answer of running) answer({ status: 200, headers: {}, body: huge });
  assert.is((await sendFrom('127.0.0.3', port)({ method: 'GET', path: '/' })).status, 200);
});

test('[I15.totals.unread] a connection that pipelines more than may wait is cut off', async ({ open, port }) => {
  const socket = open('127.0.0.2');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(get('/wait') + get('/').repeat(40_000));
  await closed;
  assert.is((await sendFrom('127.0.0.3', port)({ method: 'GET', path: '/' })).status, 200);
});

test.run();
