/* Connections whose bytes are no request; what their clients get is tested on built bundles, by the attacks. */
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NodeServer } from './node-server.ts';

/** Ends only when the server has let go of the connection; a fault leaves it open, which the time limit of the test run tells. */
async function letGo(bytes: string): Promise<string> {
  const { server } = new NodeServer(() => ({ status: 200, headers: {} }), {
    securityHeaders: { sent: {} },
    trustedProxies: 0,
    bodyTimeoutMs: 60_000,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const held = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => client.write(bytes));
  let seen = '';
  client.on('data', (chunk: Buffer) => (seen += chunk.toString())).on('error', () => undefined);
  const socket = await held;
  if (!socket.closed) await once(socket, 'close');
  client.destroy();
  server.close();
  return seen;
}

test('[I4.connections.refused] a client that keeps its side open holds no connection of the server', async () => {
  assert.match(await letGo('GARBAGE\r\n\r\n'), /^HTTP\/1\.1 400 Bad Request\r\n/);
  assert.match(await letGo('GET / HTTP/1.1\r\nhost: a\r\n\r\nGARBAGE\r\n\r\n'), /^HTTP\/1\.1 200 OK\r\n.*HTTP\/1\.1 400 Bad Request\r\n/s);
});

test.run();
