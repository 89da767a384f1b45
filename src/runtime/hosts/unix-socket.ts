import { chmodSync, lstatSync, unlinkSync, type Stats } from 'node:fs';
import type { Server } from 'node:net';
import { ServiceError } from '../errors/index.ts';

/** Owner and group may connect; the permissions of the file are the only boundary of a socket. */
const socketMode = 0o660;

/** Bytes of `sun_path` without its final zero. Some Node versions cut a longer path off and listen elsewhere. */
const maxPathBytes = process.platform === 'linux' ? 107 : 103;

/**
 * Listens on a socket file. Resolves to what takes the file away again.
 * @throws {ServiceError} LISTEN_FAILED for a path that is too long, in use, or no socket
 */
export async function listenOnSocket(server: Server, path: string): Promise<() => void> {
  checkPath(path);
  await clearPath(path);
  await listen(server, path);
  chmodSync(path, socketMode);
  const own = lstatSync(path);
  const remove = (): void => {
    process.off('exit', remove);
    const found = statOf(path);
    // Another server may have taken the place meanwhile.
    if (found !== undefined && found.ino === own.ino) unlinkSync(path);
  };
  process.once('exit', remove);
  return remove;
}

function checkPath(path: string): void {
  const bytes = Buffer.byteLength(path);
  if (path === '' || path.includes('\0')) throw listenFailed('http.socketPath must name a file');
  if (bytes > maxPathBytes) {
    throw listenFailed(`http.socketPath is ${bytes} bytes long, the system takes at most ${maxPathBytes}: choose a shorter path`);
  }
}

/** Takes away what a server left behind that died; never what lives, and never a file that is no socket. */
async function clearPath(path: string): Promise<void> {
  const found = statOf(path);
  if (found === undefined) return;
  if (!found.isSocket())
    throw listenFailed(`${path} exists and is no socket; it is left as it is. Remove it, or choose another http.socketPath`);
  if (await isAlive(path)) throw listenFailed(`${path} is in use by another server. Stop it, or choose another http.socketPath`);
  unlinkSync(path);
}

function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** Only a refused connection proves that no process listens. */
function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = process.getBuiltinModule('node:net').connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (failure: NodeJS.ErrnoException) => resolve(failure.code !== 'ECONNREFUSED' && failure.code !== 'ENOENT'));
  });
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (failure: NodeJS.ErrnoException): void => reject(listenFailed(`Cannot listen on ${path}: ${failure.message}`, failure));
    server.once('error', fail);
    // The file is created within this call: other users must not connect between that and a later chmod.
    const umask = process.umask(0o777 & ~socketMode);
    try {
      server.listen(path, () => {
        server.off('error', fail);
        resolve();
      });
    } finally {
      process.umask(umask);
    }
  });
}

function listenFailed(message: string, cause?: Error): ServiceError {
  return new ServiceError('LISTEN_FAILED', message, { status: 500, expose: true, cause });
}
