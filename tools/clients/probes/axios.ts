import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import axios from 'axios';

export async function probe(): Promise<string> {
  const server = createServer((_request, response) => response.end('{"said":"hello"}')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const { data } = await axios.get<{ said: string }>(`http://127.0.0.1:${port}/`, { proxy: false });
  server.close();
  return data.said;
}
