import type { AddressInfo } from 'node:net';
import express from 'express';

export async function probe(): Promise<string> {
  const application = express();
  application.get('/:name', (request, response) => void response.json({ name: request.params['name'] }));
  const server = application.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/ada`);
  const text = await answer.text();
  server.close();
  return text;
}
