import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sendFrom } from '../../../test/chaos/flood-server.ts';
import { securing } from '../http/handler.ts';
import * as keptLimits from '../options/kept-limits.ts';
import { NodeServer } from './node-server.ts';
import { RunningBodies } from './request-bodies.ts';

interface World {
  readonly node: NodeServer;
  readonly port: number;
  /** Ends of the calls that run. */
  readonly running: (() => void)[];
  /** Settles when so many have run in all. */
  readonly untilRan: (calls: number) => Promise<void>;
}

const mebibyte = 1024 * 1024;
const share = keptLimits.runningBodies.share;
const large = 'x'.repeat(mebibyte);
const test = suite<World>('running bodies');

test.before.each(async (context) => {
  const running: (() => void)[] = [];
  let tell = (): void => undefined;
  const node = new NodeServer(
    async (exchange) => {
      const { length } = await exchange.text(8 * mebibyte);
      if (exchange.path === '/slow') {
        const ended = new Promise<void>((resolve) => running.push(resolve));
        tell();
        await ended;
      }
      const answer = { status: 200, headers: {}, body: `${length}` };
      return exchange.path === '/goes-on'
        ? securing({ sent: {} })({ ...answer, working: new Promise((resolve) => running.push(resolve)) })
        : answer;
    },
    { securityHeaders: { sent: {} }, trustedProxies: 0, bodyTimeoutMs: 60_000 },
  );
  node.server.listen(0, '127.0.0.1');
  await once(node.server, 'listening');
  const untilRan = (calls: number): Promise<void> =>
    new Promise((resolve) => {
      tell = () => running.length >= calls && resolve();
      tell();
    });
  Object.assign(context, { node, port: (node.server.address() as AddressInfo).port, running, untilRan });
});
test.after.each(({ node, running }) => {
  for (const end of running) end();
  node.server.closeAllConnections();
  node.server.close();
});

test('[I15.totals.running] bodies of requests that run count until their answer: an address with too many waits, or is 503', async ({
  port,
  running,
  untilRan,
}) => {
  const [attacker, honest] = [sendFrom('127.0.0.2', port), sendFrom('127.0.0.3', port)];
  const fitting = share / (2 * mebibyte);
  const calls = Array.from({ length: fitting }, () => attacker({ path: '/slow', body: large }));
  await untilRan(fitting);
  let isAnswered = false;
  const waits = attacker({ path: '/waits', body: large }).finally(() => (isAnswered = true));
  const refused = await attacker({ path: '/middle', body: 'x'.repeat(8192) });
  assert.equal([refused.status, refused.headers['retry-after']], [503, '5']);
  assert.match(refused.text, 'Too many requests with large bodies wait or run');
  assert.is((await attacker({ path: '/small', body: 'x'.repeat(8191) })).text, '8191');
  assert.is((await honest({ path: '/large', body: large })).text, `${mebibyte}`);
  assert.is(isAnswered, false);
  running[0]?.();
  assert.is((await waits).text, `${mebibyte}`);
  for (const end of running) end();
  assert.is((await Promise.all(calls)).filter(({ status }) => status === 200).length, fitting);
});

test('[I15.totals.running] a body counts until the work for it has ended, although its request was answered', async ({ port, running }) => {
  const ask = sendFrom('127.0.0.2', port);
  for (let at = 0; at < share / (2 * mebibyte); at++) assert.is((await ask({ path: '/goes-on', body: large })).status, 200);
  assert.is((await ask({ path: '/middle', body: 'x'.repeat(8192) })).status, 503);
  for (const end of running) end();
  while ((await ask({ path: '/middle', body: 'x'.repeat(8192) })).status !== 200);
});

const messageOf = (headers: IncomingMessage['headers']): IncomingMessage => Object.assign(new IncomingMessage(new Socket()), { headers });

test('[I15.totals.running] what takes more memory than its text counts as more', () => {
  const bodies = new RunningBodies();
  for (const text of ['[],', '{},', '1,1']) {
    const body = Buffer.from(text.repeat(mebibyte));
    const message = messageOf({ 'content-length': String(body.length) });
    bodies.expect(message);
    bodies.count(message, 'one', body);
    assert.is(bodies.hasRoom('one'), text === '1,1', text);
    assert.ok(bodies.hasRoom('another'));
    assert.is(bodies.end(message), true);
    assert.ok(bodies.hasRoom('one'));
  }
});

test('[I15.totals.running] a request whose end is never reported is not counted', () => {
  const bodies = new RunningBodies();
  const message = messageOf({ 'transfer-encoding': 'chunked' });
  bodies.count(message, 'one', Buffer.alloc(share));
  assert.ok(bodies.hasRoom('one'));
  assert.is(bodies.end(message), false);
  bodies.expect(message);
  bodies.count(message, 'one', Buffer.alloc(share));
  assert.not.ok(bodies.hasRoom('one'));
  assert.is(bodies.end(messageOf({})), false);
  assert.not.ok(bodies.hasRoom('one'));
});

test.run();
