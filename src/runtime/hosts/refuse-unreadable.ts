import type { Duplex } from 'node:stream';
import { uncached, type FixedHeaders } from '../http/headers/security.ts';
import { lingerMs } from './node-answer.ts';
import type { OpenAnswers } from './open-answers.ts';

type ClientFailure = Error & { readonly code?: string };

const lines: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Refuses what node cannot parse, after the answers that its connection still waits for, with the headers of every other answer. */
export function refuseUnreadable(fixed: FixedHeaders, open: Pick<OpenAnswers, 'of'>): (failure: ClientFailure, socket: Duplex) => void {
  /** Whose refusal is decided: each packet after a fault of the parser is another fault. */
  const refused = new WeakSet<Duplex>();
  const headers = Object.entries({ ...fixed, ...uncached, connection: 'close', 'content-length': '0' });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return ({ code = '' }, socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const own = open.of(socket);
    const end = (): void => {
      if (socket.writable) socket.end(`HTTP/1.1 ${lines[code] ?? '400 Bad Request'}\r\n${head}\r\n`);
      // A client that keeps its own side open would keep the connection for ever.
      setTimeout(() => socket.destroy(), lingerMs).unref();
    };
    // Answers come in the order of their requests: a refusal in place of an earlier one would say that a call which ran was none.
    const last = own.findLast(({ req }) => req.complete);
    // A status line now would be read as a part of an answer that has begun.
    if (own.some(({ headersSent, writableEnded }) => headersSent && !writableEnded)) socket.destroy();
    else if (last === undefined) end();
    else last.once('close', end);
  };
}
