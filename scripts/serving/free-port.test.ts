import { createServer } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { freePort } from './free-port.ts';

test('a free port can be listened on and is outside the range of outgoing connections', async () => {
  const port = await freePort();
  assert.ok(port >= 15_000 && port < 32_000, String(port));
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject).listen(port, '127.0.0.1', resolve);
  });
  server.close();
});

test.run();
