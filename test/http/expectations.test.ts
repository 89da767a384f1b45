/* `Expect` on the built bundle: RFC 9110 §10.1.1. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AccessProject } from '../support/access-project.ts';
import { GuardedProject } from '../support/guarded.ts';
import { modernRequest } from '../support/wire-client.ts';

const project = new GuardedProject();
const access = new AccessProject('static');
test.before(async () => {
  await project.build();
  await access.build();
});
test.after(async () => {
  await project.close();
  await access.close();
});

const { body, headers } = modernRequest('tools/call', { name: 'echo', arguments: { value: 'waited' } });

/** The head of a call whose body waits for `100 Continue`. */
function headOf(change: Readonly<Record<string, string>> = {}, version = '1.1'): string {
  const length = String(Buffer.byteLength(body));
  const all = { host: 'localhost', ...headers, 'content-length': length, expect: '100-continue', ...change };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /mcp HTTP/${version}\r\n${lines.join('')}\r\n`;
}

/** What has come when the text is there. */
async function until(socket: Socket, text: string): Promise<string> {
  let seen = '';
  while (!seen.includes(text)) seen += String((await once(socket, 'data'))[0]);
  return seen;
}

/** The first head that comes back, on a connection of its own. */
async function firstOf(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  const head = await until(socket, '\r\n\r\n');
  socket.destroy();
  return head;
}

test('[I4.expect.continue] a body is asked for once it is wanted, and the connection goes on', async () => {
  const server = await project.boot();
  const socket = connect(server.port, '127.0.0.1');
  try {
    for (let time = 0; time < 2; time++) {
      socket.write(headOf());
      assert.is(await until(socket, '\r\n\r\n'), 'HTTP/1.1 100 Continue\r\n\r\n');
      socket.write(body);
      const answer = await until(socket, 'waited');
      assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
      assert.match(answer, /connection: keep-alive/i);
    }
    // Who does not wait is asked for nothing.
    socket.write(`${headOf()}${body}`);
    assert.match(await until(socket, 'waited'), /^HTTP\/1\.1 200 OK\r\n/);
  } finally {
    socket.destroy();
    await server.stop();
  }
});

test('[I4.expect.refused] a request refused by its head is never asked for the body, and the connection ends', async () => {
  const server = await project.boot({ options: { bodyLimit: '1kb' } });
  const closed = await access.boot({ KEYS: 'a-key-of-this-test-0123' });
  try {
    for (const [at, status, change] of [
      [server, 403, { host: 'evil.example' }],
      [server, 403, { 'sec-fetch-site': 'cross-site' }],
      [server, 413, { 'content-length': '1025' }],
      [server, 415, { 'content-type': 'text/plain' }],
      [closed, 401, {}],
    ] as const) {
      const answer = await firstOf(at.port, headOf(change));
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), answer);
      assert.match(answer, /\r\nconnection: close\r\n/i);
    }
    assert.equal(await server.ran(), []);
  } finally {
    await server.stop();
  }
});

test('[I4.expect.other] another expectation is 417; of HTTP/1.0 none is listened to', async () => {
  const server = await project.boot();
  try {
    assert.match(await firstOf(server.port, headOf({ expect: 'tea' })), /^HTTP\/1\.1 417 /);
    assert.match(await firstOf(server.port, `${headOf({}, '1.0')}${body}`), /^HTTP\/1\.1 200 /);
  } finally {
    await server.stop();
  }
});

test.run();
