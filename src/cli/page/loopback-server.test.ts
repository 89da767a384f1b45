import { once } from 'node:events';
import { createServer as createSocketServer, type AddressInfo, type Server } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listen, LoopbackServer } from './loopback-server.ts';

const tryToListen = async (host: string, port: number): Promise<Server | undefined> => {
  const server = createSocketServer();
  const failed = once(server, 'error').then(() => undefined);
  server.listen({ host, port });
  return Promise.race([failed, once(server, 'listening').then(() => server)]);
};

test('[dev-page.localhost] a server of localhost has its port on both loopback addresses, and no other program can take one', async () => {
  const server = await LoopbackServer.open((request, response) => response.end(request.headers.host));
  for (const host of ['127.0.0.1', '[::1]'])
    assert.is(await (await fetch(`http://${host}:${server.port}/`)).text(), `${host}:${server.port}`);
  for (const host of ['127.0.0.1', '::1']) assert.is(await tryToListen(host, server.port), undefined, host);
  server.close();
  const after = await tryToListen('::1', server.port);
  assert.ok(after, 'both are closed');
  after.close();
});

test('[dev-page.localhost] a port that another program has on one of the addresses is not taken', async () => {
  for (const stranger of ['::1', '::']) {
    const other = createSocketServer();
    other.listen({ host: stranger, port: 0, ipv6Only: true });
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const ports = [port, 0];
    const server = await LoopbackServer.open(
      (_request, response) => response.end(),
      () => ports.shift() ?? 0,
    );
    assert.is.not(server.port, port, stranger);
    assert.equal(ports, [], 'it was tried');
    const [free] = await listen((_request, response) => response.end(), '127.0.0.1', port);
    free.close();
    server.close();
    other.close();
  }
});

test.run();
