import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';

export async function probe(): Promise<string> {
  const server = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const { body } = await request(`http://127.0.0.1:${port}/`);
  const text = await body.text();
  server.close();
  return text;
}
