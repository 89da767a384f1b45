/* What a request costs on the socket: bodies in one packet or in many, answers in one. */
import { connect } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serveSmall } from '../../../fixtures/support/serve-small.ts';
import { modernRequest } from '../../../fixtures/support/wire-client.ts';

const printed = (port: number, padding: string): { head: string; body: string } => {
  const { body, headers } = modernRequest('tools/list');
  const whole = `${body}${padding}`;
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers, 'content-length': String(Buffer.byteLength(whole)) });
  return { head: `POST / HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`, body: whole };
};

/** Pieces one after the other, each when the system has taken the one before; what comes back, packet by packet, until all of it is there. */
function converse(port: number, pieces: readonly string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    const packets: string[] = [];
    socket.on('error', reject);
    socket.on('data', (packet: Buffer) => {
      packets.push(packet.toString());
      const seen = packets.join('');
      const end = seen.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(seen)?.[1] ?? Infinity);
      if (end < 0 || Buffer.byteLength(seen) < end + 4 + length) return;
      socket.destroy();
      resolve(packets);
    });
    const send = (at: number): void => {
      const piece = pieces[at];
      if (piece !== undefined) socket.write(piece, () => setImmediate(() => send(at + 1)));
    };
    socket.on('connect', () => send(0));
  });
}

const bodyOf = (packets: readonly string[]): string => packets.join('').split('\r\n\r\n')[1] ?? '';

test('[I5.hot-path.body] [I5.hot-path.one-write] a body in one packet and one in many get the same answer, in one packet', async () => {
  const served = await serveSmall();
  const { body, head } = printed(served.port, ' '.repeat(2000));
  const whole = await converse(served.port, [head + body]);
  assert.match(whole[0] ?? '', 'HTTP/1.1 200');
  assert.is(whole.length, 1);
  for (const pieces of [
    [head, body],
    [head + body.slice(0, 1), ...(body.slice(1).match(/.{1,700}/gs) ?? [])],
  ])
    assert.is(bodyOf(await converse(served.port, pieces)), bodyOf(whole));
  await served.run.stop(0);
});

test.run();
