import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { connect, Socket, type AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sendFrom } from '../../../test/chaos/flood-server.ts';
import * as keptLimits from '../options/kept-limits.ts';
import { trustForwardedHeaders } from '../web/request-origin.ts';
import { BodyTooSlow } from '../web/body-errors.ts';
import { BodyTurns } from './request-bodies.ts';
import { NodeServer } from './node-server.ts';

interface World {
  readonly node: NodeServer;
  readonly port: number;
  readonly sockets: Socket[];
  /** A request of the attacker that announces a mebibyte; what is sent of it comes with the head. */
  readonly announce: (path: string, sent?: string, forwardedFor?: string) => Promise<Socket>;
}

const mebibyte = 1024 * 1024;
const bodyTimeoutMs = 2000;
const atOnce = keptLimits.bodies.share / mebibyte;
const waiting = keptLimits.waitingBodies.share / 131_072;
const test = suite<World>('body turns');

test.before.each(async (context) => {
  const node = new NodeServer(
    async (exchange) => {
      if (exchange.header('x-forwarded-for') !== undefined) trustForwardedHeaders(exchange, 1);
      try {
        return { status: 200, headers: {}, body: `${(await exchange.text(8 * mebibyte)).length} of ${exchange.path}` };
      } catch (failure) {
        return { status: 408, headers: {}, body: String(failure) };
      }
    },
    { securityHeaders: { sent: {} }, trustedProxies: 0, bodyTimeoutMs },
  );
  node.server.listen(0, '127.0.0.1');
  await once(node.server, 'listening');
  const { port } = node.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  const announce: World['announce'] = async (path, sent = 'x', forwardedFor) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    socket.on('error', () => undefined);
    sockets.push(socket);
    const forwarded = forwardedFor === undefined ? '' : `x-forwarded-for: ${forwardedFor}\r\n`;
    socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${mebibyte}\r\n${forwarded}\r\n${sent}`);
    await once(socket, 'connect');
    return socket;
  };
  Object.assign(context, { announce, node, port, sockets });
});
test.after.each(({ node, sockets }) => {
  for (const socket of sockets) socket.destroy();
  node.server.close();
});

test('[I15.totals.bodies] large bodies beyond an address share wait; small ones and those of others are read, and a turn that ends is the next one', async ({
  announce,
  port,
}) => {
  const slow: Socket[] = [];
  for (let at = 0; at < atOnce; at++) slow.push(await announce('/slow'));
  const waits = await announce('/waits', 'x'.repeat(mebibyte));
  let isAnswered = false;
  const answer = once(waits, 'data').finally(() => (isAnswered = true));
  const [attacker, honest] = [sendFrom('127.0.0.2', port), sendFrom('127.0.0.3', port)];
  assert.is((await attacker({ path: '/small', body: 'small' })).text, '5 of /small');
  for (let at = 0; at < 3; at++) assert.is((await honest({ path: '/large', body: 'x'.repeat(mebibyte) })).text, `${mebibyte} of /large`);
  assert.is(isAnswered, false);
  slow[0]?.destroy();
  assert.match(String(await answer), `${mebibyte} of /waits`);
});

test('[I15.totals.bodies] a body that waits for its turn too long is refused with the reason', async () => {
  const turns = new BodyTurns(() => '192.0.2.1');
  const never = new Promise<Buffer>(() => undefined);
  const message = new IncomingMessage(new Socket());
  const read = (): Promise<Buffer> =>
    turns.read({ message, owner: '192.0.2.1', bytes: keptLimits.bodies.total, timeoutMs: 20 }, () => never);
  void read();
  const failure: unknown = await read().catch((caught: unknown) => caught);
  assert.instance(failure, BodyTooSlow);
  assert.match(String(failure), 'the server was reading other large bodies of this address for 0.02 s: send fewer at one time');
});

test('[I15.totals.bodies] beyond what may wait of one address a large body is 503; others and small ones are served', async ({
  announce,
  port,
}) => {
  for (let at = 0; at < atOnce + waiting; at++) await announce('/slow');
  const [attacker, honest] = [sendFrom('127.0.0.2', port), sendFrom('127.0.0.3', port)];
  const refused = await attacker({ path: '/large', body: 'x'.repeat(mebibyte) });
  assert.equal([refused.status, refused.headers['retry-after']], [503, '5']);
  assert.match(refused.text, 'Too many requests with large bodies wait or run');
  assert.is((await attacker({ path: '/small', body: 'small' })).status, 200);
  assert.is((await honest({ path: '/large', body: 'x'.repeat(mebibyte) })).status, 200);
});

test('[I15.totals.bodies] a body that ends makes room for all that fit into it', async () => {
  const turns = new BodyTurns(() => '192.0.2.1');
  const message = new IncomingMessage(new Socket());
  const { share } = keptLimits.bodies;
  let end = (): void => undefined;
  const large = new Promise<Buffer>((resolve) => (end = () => resolve(Buffer.alloc(0))));
  const first = turns.read({ message, owner: '192.0.2.1', bytes: share, timeoutMs: 1000 }, () => large);
  let running = 0;
  const read = (owner: string): void => {
    const body = turns.read({ message, owner, bytes: mebibyte, timeoutMs: 1000 }, () => {
      running++;
      return new Promise<Buffer>(() => undefined);
    });
    // The one that never gets its turn.
    void body.catch(() => undefined);
  };
  for (let at = 0; at <= share / mebibyte; at++) read('192.0.2.1');
  read('192.0.2.2');
  assert.is(running, 1, 'that of the other address');
  end();
  await first;
  await new Promise((resolve) => setImmediate(resolve));
  assert.is(running, 1 + share / mebibyte);
  message.emit('close');
});

test('[I15.totals.bodies] behind a trusted proxy each of its callers has a share', async ({ announce, port }) => {
  for (let at = 0; at < atOnce; at++) await announce('/slow', 'x', '192.0.2.1');
  const waits = await announce('/waits', 'x'.repeat(mebibyte), '192.0.2.1');
  let isAnswered = false;
  waits.once('data', () => (isAnswered = true));
  const other = { 'x-forwarded-for': '192.0.2.2' };
  for (let at = 0; at < 3; at++)
    assert.is(
      (await sendFrom('127.0.0.2', port)({ path: '/large', headers: other, body: 'x'.repeat(mebibyte) })).text,
      `${mebibyte} of /large`,
    );
  assert.is(isAnswered, false);
});

test('[I15.totals.bodies] between two large bodies the loop turns eight times: new connections are accepted meanwhile', async () => {
  const turns = new BodyTurns(() => '192.0.2.1');
  const message = new IncomingMessage(new Socket());
  const read = (): Promise<Buffer> =>
    turns.read({ message, owner: '192.0.2.1', bytes: mebibyte, timeoutMs: 1000 }, () => Promise.resolve(Buffer.alloc(0)));
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const handedOver = await Promise.all([1, 2, 3].map(() => read().then(() => turn)));
  isOver = true;
  const [first = 0, second = 0, third = 0] = handedOver;
  assert.ok(second - first >= 8 && third - second >= 8, String(handedOver));
});

test.run();
