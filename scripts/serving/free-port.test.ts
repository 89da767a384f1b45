import { createServer } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startLoadBalancer } from '../../test/support/load-balancer.ts';
import { freePort } from './free-port.ts';
import { serveBundle } from './serve-bundle.ts';

test('a free port can be listened on and is outside the range of outgoing connections', async () => {
  const port = await freePort();
  assert.ok(port >= 15_000 && port < 32_000, String(port));
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject).listen(port, '127.0.0.1', resolve);
  });
  server.close();
});

test('neither a bundle nor a load balancer is served at a port where another program answers, whose answers would be taken for its own', async () => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const message = await serveBundle({ bundle: '/nowhere/index.js', port }).then(() => '', String);
  const ofBalancer = await startLoadBalancer('haproxy', [], { at: port }).then(() => '', String);
  server.close();
  const expected = `Error: port ${port} is in use: another program answers there`;
  assert.equal([message, ofBalancer], [expected, expected]);
});

test.run();
