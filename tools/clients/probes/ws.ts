import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

export async function probe(): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => socket.send('hello'));
  await new Promise((resolve) => server.once('listening', resolve));
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const text = await new Promise((resolve) => client.once('message', (data) => resolve(String(data))));
  client.close();
  server.close();
  return String(text);
}
