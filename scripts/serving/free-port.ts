import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

/** Below those that systems give to outgoing connections: one of them may be taken for a port that was free a moment ago. */
const range = { from: 15_000, to: 32_000 };
const maxTries = 100;

/** A loopback port that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < maxTries; tries++) {
    const port = randomInt(range.from, range.to);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port from ${range.from} to ${range.to} in ${maxTries} tries`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    );
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Who waits for an answer at a port would take that of another program for it. @throws where one answers */
export async function refuseTaken(port: number): Promise<void> {
  if (await answers(port)) throw new Error(`port ${port} is in use: another program answers there`);
}

export function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: 'localhost' });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
  });
}
