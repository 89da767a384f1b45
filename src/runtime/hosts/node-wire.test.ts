/* What a request costs on the socket: bodies in one packet or in many, answers in one. */
import { connect } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serveSmall } from '../../../test/support/serve-small.ts';
import { modernRequest } from '../../../test/support/wire-client.ts';
import { Service, tool } from '../define/index.ts';

const printed = (port: number, padding: string, request = modernRequest('tools/list')): { head: string; body: string } => {
  const { body, headers } = request;
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

test('[I5.hot-path.one-write] a tool that says nothing before its answer is answered with JSON in one packet, to a client that takes streams too', async () => {
  const served = await serveSmall();
  const request = modernRequest('tools/call', { name: 'add', arguments: { a: 2, b: 3 } });
  assert.match(request.headers.accept ?? '', 'text/event-stream');
  const { body, head } = printed(served.port, '', request);
  const packets = await converse(served.port, [head + body]);
  assert.is(packets.length, 1);
  assert.match(packets[0] ?? '', /\r\ncontent-type: application\/json/i);
  await served.run.stop(0);
});

test('[I5.constants.length] what never changes is not counted again, and has the length of its bytes under every id', async () => {
  class Umlauts {}
  Service({ info: { name: 'wörter', version: '1.0.0' }, tools: [tool({ name: 'a', description: 'Zählt 🎻' })(() => 'a')] })(Umlauts);
  const served = await serveSmall({}, { server: Umlauts });
  const counted: string[] = [];
  const byteLength = Buffer.byteLength.bind(Buffer);
  Buffer.byteLength = (value, encoding) => {
    if (typeof value === 'string') counted.push(value);
    return byteLength(value, encoding);
  };
  try {
    for (const id of [1, 123_456_789, -7, 'plain', 'ü"🎻\\']) {
      const { body, headers } = modernRequest('tools/list');
      const named = { headers, body: JSON.stringify({ ...(JSON.parse(body) as object), id }) };
      const { body: sent, head } = printed(served.port, '', named);
      const text = (await converse(served.port, [head + sent])).join('');
      const answer = bodyOf([text]);
      assert.is(Number(/content-length: (\d+)/i.exec(text)?.[1]), Buffer.byteLength(answer), String(id));
      assert.is((JSON.parse(answer) as { id: unknown }).id, id);
      assert.is(counted.filter((value) => value === answer).length, 1, 'by this test, not by the server');
      counted.length = 0;
    }
  } finally {
    Buffer.byteLength = byteLength;
    await served.run.stop(0);
  }
});

test.run();
