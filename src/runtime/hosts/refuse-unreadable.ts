import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { uncached, type FixedHeaders } from '../http/headers/security.ts';
import { lingerMs } from './node-answer.ts';

type ClientFailure = Error & { readonly code?: string };

/** Refuses what node cannot parse, after the answers that its connection still waits for. */
export class UnreadableRequests {
  readonly #fixed: FixedHeaders;
  /** Whose refusal is decided: each packet after a fault of the parser is another fault. */
  readonly #refused = new WeakSet<Duplex>();

  constructor(fixed: FixedHeaders) {
    this.#fixed = fixed;
  }

  /** @param open answers of the whole server that have not ended, oldest first */
  refuse(failure: ClientFailure, socket: Duplex, open: Iterable<ServerResponse>): void {
    if (this.#refused.has(socket)) return;
    this.#refused.add(socket);
    const own = [...open].filter(({ req }) => req.socket === socket);
    // A status line now would be read as a part of the answer that has begun.
    if (own.some(({ headersSent, writableEnded }) => headersSent && !writableEnded)) {
      socket.destroy();
      return;
    }
    // Answers come in the order of their requests: a refusal in place of an earlier one would say that a call which ran was none.
    const last = own.filter(({ req }) => req.complete).at(-1);
    const end = (): void => endWith(socket, printRefusal(failure, this.#fixed));
    if (last === undefined) end();
    else last.once('close', end);
  }
}

function endWith(socket: Duplex, text: string): void {
  if (!socket.writable || socket.destroyed) {
    socket.destroy();
    return;
  }
  socket.end(text);
  // A client that keeps its own side open would keep the connection for ever.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** With the same headers as every other answer. */
function printRefusal({ code }: ClientFailure, fixed: FixedHeaders): string {
  const line =
    code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  const headers = Object.entries({ ...fixed, ...uncached, connection: 'close', 'content-length': '0' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${line}\r\n${headers.join('')}\r\n`;
}
