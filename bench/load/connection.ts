import { connect, type Socket } from 'node:net';

export interface WireAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** The server said no. */
export class Refused extends Error {}
/** The server gave no answer. */
export class Unanswered extends Error {}

/**
 * One keep-alive connection with one request at a time. It reads only as much of HTTP as tells where an answer ends: a generator that
 * costs more than the server would measure itself.
 */
export class Connection {
  readonly #socket: Socket;
  #onAnswer: ((answer: Buffer) => void) | undefined;
  #onFailure: ((failure: Error) => void) | undefined;
  #rest: Buffer | undefined;
  #usualLength = -1;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (failure) => this.#onFailure?.(failure));
    socket.on('close', () => this.#onFailure?.(new Unanswered('the server closed the connection')));
  }

  /** @param from the address of our end, where a server counts by it */
  static open(port: number, from = '127.0.0.1'): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        // No server listens yet, and the system chose its port for our end: the connection would lead to itself.
        if (socket.localPort === port) {
          socket.destroy();
          reject(new Unanswered('connected to itself'));
          return;
        }
        resolve(new Connection(socket));
      });
    });
  }

  /** Sends the same request again and again until `next` says no. Resolves then. */
  repeat(request: Buffer, next: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#onFailure = reject;
      this.#onAnswer = () => {
        if (next()) this.#socket.write(request);
        else resolve();
      };
      this.#socket.write(request);
    });
  }

  /** Sends what `next` gives, one after the other, until it gives nothing. Resolves then. */
  sendAll(next: () => string | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const sendNext = (): void => {
        const request = next();
        if (request === undefined) resolve();
        else this.#socket.write(request);
      };
      this.#onFailure = reject;
      this.#onAnswer = sendNext;
      sendNext();
    });
  }

  ask(request: string): Promise<WireAnswer> {
    return new Promise((resolve, reject) => {
      this.#onFailure = reject;
      this.#onAnswer = (answer) => resolve(readAnswer(answer));
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#onFailure = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    // The same request gets an answer of the same length, nearly always in one piece.
    if (this.#rest === undefined && chunk.length === this.#usualLength) {
      this.#answer(chunk);
      return;
    }
    const seen = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
    if (!isWhole(seen)) {
      this.#rest = seen;
      return;
    }
    this.#rest = undefined;
    this.#usualLength = seen.includes('content-length', 0, 'latin1') || seen.includes('Content-Length', 0, 'latin1') ? seen.length : -1;
    this.#answer(seen);
  }

  #answer(answer: Buffer): void {
    // 200, 202 or 304; everything else would be a fast answer to the wrong question.
    if (answer[9] === 0x32 || answer.toString('latin1', 9, 12) === '304') this.#onAnswer?.(answer);
    else this.#onFailure?.(new Refused(`the server refused: ${answer.toString('latin1').slice(0, 2000)}`));
  }
}

function isWhole(seen: Buffer): boolean {
  const end = seen.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = seen.toString('latin1', 0, end).toLowerCase();
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  if (length !== undefined) return seen.length >= end + 4 + Number(length);
  if (!head.includes('\r\ntransfer-encoding: chunked')) return true;
  return seen.toString('latin1', Math.max(end + 4, seen.length - 5)) === '0\r\n\r\n';
}

function readAnswer(answer: Buffer): WireAnswer {
  const end = answer.indexOf('\r\n\r\n');
  const head = answer.toString('latin1', 0, end);
  const text = answer.toString('utf8', end + 4);
  const body = head.toLowerCase().includes('transfer-encoding: chunked') ? joinChunks(text) : text;
  return { status: Number(head.slice(9, 12)), head, body };
}

function joinChunks(text: string): string {
  let rest = text;
  let joined = '';
  for (;;) {
    const end = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.slice(0, end), 16);
    if (end < 0 || !(size > 0)) return joined;
    joined += rest.slice(end + 2, end + 2 + size);
    rest = rest.slice(end + 4 + size);
  }
}
