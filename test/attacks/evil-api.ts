import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listen } from '../support/listen.ts';

export const gigabyte = 1e9;

/** An API that means harm. */
export interface Evil {
  readonly url: string;
  readonly targets: readonly string[];
  readonly headers: readonly IncomingMessage['headers'][];
  /** Bytes that it got rid of. */
  sent(): number;
  close(): void;
}

export async function evil(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Evil> {
  const targets: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    targets.push(request.url ?? '');
    headers.push(request.headers);
    sockets.add(request.socket);
    request.resume();
    answer(request, response);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    targets,
    headers,
    sent: () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Writes until the other side is gone, or has taken a gigabyte. */
export function flood(response: ServerResponse, chunk = Buffer.alloc(262_144, 'x')): void {
  let left = gigabyte;
  const more = (): void => {
    while (!response.destroyed && left > 0) {
      left -= chunk.length;
      if (!response.write(chunk)) return;
    }
    response.end();
  };
  response.on('drain', more);
  more();
}
