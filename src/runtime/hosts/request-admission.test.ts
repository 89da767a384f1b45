import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket, type AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sendFrom } from '../../../test/chaos/flood-server.ts';
import type { HttpAnswer } from '../web/exchange.ts';
import * as keptLimits from '../options/kept-limits.ts';
import { NodeServer } from './node-server.ts';
import { OpenAnswers, RequestAdmission } from './request-admission.ts';

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
const test = suite<World>('admission of requests');

test.before.each(async (context) => {
  const running: World['running'] = [];
  const served: string[] = [];
  const node = new NodeServer(
    ({ path }) => {
      if (path === '/wait') return new Promise<HttpAnswer>((resolve) => running.push(resolve));
      served.push(path);
      return { status: 200, headers: {}, body: path === '/large' ? large : path === '/huge' || path === '/long' ? huge : path };
    },
    { securityHeaders: { sent: {} }, trustedProxies: 0, bodyTimeoutMs: 1000, healthPaths: new Set(['/healthz', '/long']) },
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

/** Two answers that nobody reads. */
async function fill(open: World['open']): Promise<void> {
  for (let at = 0; at < 2; at++) {
    const socket = open('127.0.0.2');
    socket.write(get('/huge'));
    await once(socket, 'data');
    socket.pause();
  }
}

test('[I15.totals.health] a health check of a full address is answered on a connection of its own, which ends', async ({
  open,
  port,
  served,
}) => {
  const client = sendFrom('127.0.0.2', port);
  await fill(open);
  assert.is((await client({ method: 'GET', path: '/' })).status, 503);
  for (const method of ['GET', 'HEAD'])
    for (const path of ['/healthz', '/healthz/', '/healthz?from=balancer']) {
      const { headers, status } = await client({ method, path });
      assert.equal([method, path, status, headers.connection], [method, path, 200, 'close']);
    }
  for (const [method, path] of [
    ['POST', '/healthz'],
    ['DELETE', '/healthz'],
    ['GET', '/healthz/x'],
    ['GET', '/x?/healthz'],
  ] as const)
    assert.is((await client({ method, path })).status, 503, `${method} ${path}`);
  assert.is((await client({ method: 'GET', path: '/healthz', headers: { 'content-length': '1' }, body: 'x' })).status, 503, 'with a body');
  // A client that asks to keep its connection is told that it ends.
  const kept = open('127.0.0.2');
  let head = '';
  kept.on('data', (chunk: Buffer) => (head += chunk.toString('latin1')));
  kept.write(get('/healthz'));
  while (!head.includes('\r\n\r\n')) await once(kept, 'data');
  assert.match(head, /^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n/i);
  const before = served.length;
  const pipelined = open('127.0.0.2').resume();
  pipelined.write(get('/healthz').repeat(100));
  await once(pipelined, 'close');
  assert.ok(served.length - before <= 1, `${served.length - before} of 100`);
});

test('[I15.totals.health] a health check with a long answer that is not read is cut off while its address is full', async ({ open }) => {
  await fill(open);
  const socket = open('127.0.0.2').resume();
  socket.write(get('/long'));
  await once(socket, 'close');
  assert.ok(socket.bytesRead < huge.length);
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

/** An answer on a connection of this address, of which so much is unread. */
function answerOn(socket: Socket, unreadBytes = 0): ServerResponse {
  const response = new ServerResponse(new IncomingMessage(socket));
  return Object.defineProperty(response, 'writableLength', { value: unreadBytes });
}

const socketOf = (remoteAddress: string): Socket => Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });

/** Connections as the host keeps them, without a network. */
function admissionOf(trustedProxies = 0) {
  const open = new OpenAnswers();
  const admission = new RequestAdmission(open, { securityHeaders: { sent: {} }, trustedProxies });
  const begin = (response: ServerResponse, start: () => void): boolean => {
    open.add(response);
    const accepted = admission.start(response, start);
    if (!accepted) open.delete(response);
    return accepted;
  };
  const end = (response: ServerResponse): void => {
    open.delete(response);
    admission.end(response);
  };
  return { admission, begin, end };
}

test('[I15.totals.unread] an address that was full is served below its share once everything was read, or half of its own', () => {
  const { admission } = admissionOf();
  const [reader, other] = [answerOn(socketOf('192.0.2.1')), answerOn(socketOf('192.0.2.2'))];
  const unread = (of: ServerResponse, bytes: number): (() => void) => {
    const response = answerOn(of.req.socket, bytes);
    admission.countUnread(response);
    return () => void response.emit('close');
  };
  const { share } = keptLimits.unread;
  const [half, otherHalf, third] = [share / 2, share / 2, share / 3].map((bytes) => unread(reader, bytes));
  assert.ok(admission.isFull(reader.req));
  assert.not.ok(admission.isFull(other.req));
  const kept = unread(other, 20_000);
  half?.();
  assert.ok(admission.isFull(reader.req), 'below its share, above the half');
  third?.();
  assert.not.ok(admission.isFull(reader.req), 'half of it');
  unread(reader, share / 2);
  assert.ok(admission.isFull(reader.req));
  for (const read of [kept, otherHalf]) read?.();
  assert.ok(admission.isFull(reader.req) === false, 'half again');
});

test('[I15.totals.proxied] behind a trusted proxy with a public address, each client has a share of its own', () => {
  const from = (forwardedFor: string, unreadBytes = 0): ServerResponse => {
    const response = answerOn(socketOf('192.0.2.1'), unreadBytes);
    response.req.headers['x-forwarded-for'] = forwardedFor;
    return response;
  };
  const { share, total } = keptLimits.unread;
  assert.ok(total > share);
  for (const [trustedProxies, otherIsFull] of [
    [1, false],
    [0, true],
  ] as const) {
    const { admission } = admissionOf(trustedProxies);
    for (let at = 0; at < 3; at++) admission.countUnread(from('198.51.100.7', share / 2));
    assert.ok(admission.isFull(from('198.51.100.7').req), `${trustedProxies} proxies`);
    assert.ok(admission.isFull(from('203.0.113.9, 198.51.100.7').req), 'what the client wrote itself is no address');
    assert.is(admission.isFull(from('203.0.113.9').req), otherIsFull, `${trustedProxies} proxies`);
    assert.is(admission.isFull(from('').req), otherIsFull, 'one that came past the proxy counts by its own address');
  }
});

test('[I15.totals.unread] when all answers are read, full addresses are forgotten', () => {
  const { admission } = admissionOf();
  const socket = socketOf('192.0.2.1');
  const responses = [0, 1, 2].map(() => answerOn(socket, keptLimits.unread.share));
  for (const response of responses) admission.countUnread(response);
  const { req } = answerOn(socket);
  assert.ok(admission.isFull(req));
  for (const response of responses) response.emit('close');
  assert.not.ok(admission.isFull(answerOn(socketOf('192.0.2.9')).req));
  // More than half of the share: it would stay refused, if it were still known as full.
  for (const bytes of [keptLimits.unread.share / 2, 100_000]) admission.countUnread(answerOn(socket, bytes));
  assert.not.ok(admission.isFull(req));
});

test('[I15.totals.unread] an answer on its way to a client that reads counts for nothing, up to 16 KiB', () => {
  const { admission } = admissionOf();
  const socket = socketOf('192.0.2.1');
  const often = keptLimits.unread.share / 16_384 + 1;
  for (let at = 0; at < often; at++) admission.countUnread(answerOn(socket, 16_384));
  assert.not.ok(admission.isFull(answerOn(socket).req));
  for (let at = 0; at < often; at++) admission.countUnread(answerOn(socket, 16_385));
  assert.ok(admission.isFull(answerOn(socket).req));
});

test('[I15.totals.unread] requests wait while there is room for them, each starts once, and each gives its room back', () => {
  const { begin, end } = admissionOf();
  const socket = socketOf('192.0.2.1');
  const started: number[] = [];
  /** As many as fit. */
  const fill = (): ServerResponse[] => {
    const accepted: ServerResponse[] = [];
    for (let at = 0; ; at++) {
      const response = answerOn(socket);
      if (!begin(response, () => started.push(at))) return accepted;
      accepted.push(response);
    }
  };
  const first = fill();
  assert.ok(first.length > 1000);
  assert.equal(started, [0, 1, 2, 3, 4, 5, 6, 7]);
  const late = first.at(-2);
  assert.ok(late !== undefined);
  end(late);
  assert.is(started.length, 8, 'the end of one that waits starts nothing');
  for (const response of first) if (response !== late) end(response);
  assert.is(started.length, first.length - 1);
  assert.is(new Set(started).size, started.length);
  started.length = 0;
  assert.is(fill().length, first.length);
});

test('[I15.totals.unread] the end of a queued answer starts no running request again', () => {
  const { begin, end } = admissionOf();
  const socket = socketOf('192.0.2.1');
  const started: string[] = [];
  const [oldest, ...others] = Array.from({ length: 8 }, () => answerOn(socket));
  assert.ok(oldest !== undefined);
  for (const response of [oldest, ...others]) begin(response, () => undefined);
  const [ninth, tenth] = [answerOn(socket), answerOn(socket)];
  begin(ninth, () => started.push('ninth'));
  end(oldest);
  begin(tenth, () => started.push('tenth'));
  end(tenth);
  assert.equal(started, ['ninth']);
});

test('[I15.totals.unread] on a connection that has gone nothing starts', () => {
  const { begin, end } = admissionOf();
  const socket = socketOf('192.0.2.1');
  const responses = Array.from({ length: 9 }, () => answerOn(socket));
  let started = 0;
  for (const response of responses) begin(response, () => started++);
  socket.destroy();
  for (const response of responses) end(response);
  assert.is(started, 8);
});

test('an answer that has ended is taken out once, and no other in its place', () => {
  const open = new OpenAnswers();
  const socket = new Socket();
  const [first, second] = [0, 1].map(() => new ServerResponse(new IncomingMessage(socket)));
  assert.ok(first !== undefined && second !== undefined);
  open.add(first);
  open.add(second);
  assert.equal([open.delete(first), open.delete(first)], [true, false]);
  assert.equal([open.size, open.of(socket)], [1, [second]]);
});

test.run();
