import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { addressShareOf } from '../web/address-share.ts';
import { BodyTooLarge, BodyTooSlow, BodyUnreadable } from '../web/body-errors.ts';
import type { HttpExchange } from '../web/exchange.ts';
import type { Awaitable } from '../std/index.ts';
import { isLarge } from './body-turns.ts';
import type { BodyTurns } from './body-turns.ts';
import { isCounted } from './running-bodies.ts';

/** What all requests of a server have in common. */
export interface BodyReading {
  readonly bodyTimeoutMs: number;
  readonly turns: BodyTurns;
}

/** A request of `node:http` as an exchange; nothing is built that is not asked for. */
export class NodeExchange implements HttpExchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly #message: IncomingMessage;
  readonly #reading: BodyReading;
  readonly #invite: (() => void) | undefined;
  #gone: AbortController | undefined;
  #isGone = false;

  /** @param invite asks a client that waits with its body to send it */
  constructor(message: IncomingMessage, reading: BodyReading, invite?: () => void) {
    this.#message = message;
    this.#reading = reading;
    this.#invite = invite;
    this.method = message.method ?? 'GET';
    const target = targetOf(message);
    const mark = target.indexOf('?');
    this.path = mark < 0 ? target : target.slice(0, mark);
    this.query = mark < 0 ? '' : target.slice(mark + 1);
  }

  get peerAddress(): string {
    return this.#message.socket.remoteAddress ?? '';
  }

  get secure(): boolean {
    return 'encrypted' in this.#message.socket;
  }

  /** Created on demand: most answers are written before any code waits for it. */
  get signal(): AbortSignal {
    this.#gone ??= new AbortController();
    if (this.#isGone) this.#gone.abort();
    return this.#gone.signal;
  }

  /** The client went away before the answer ended. */
  abort(): void {
    this.#isGone = true;
    this.#gone?.abort(new Error('the client disconnected'));
  }

  header(name: string): string | undefined {
    const value = this.#message.headers[name];
    return typeof value === 'string' ? value : value?.join(', ');
  }

  eachHeader(visit: (name: string, value: string) => void): void {
    for (const name of Object.keys(this.#message.headers)) {
      const value = this.header(name);
      if (value !== undefined) visit(name, value);
    }
  }

  text(limit: number): Awaitable<string> {
    const bytes = this.bytes(limit);
    return bytes instanceof Promise ? bytes.then(textOfBody) : textOfBody(bytes);
  }

  /** Without a promise and without a copy where the whole body has arrived, as nearly always: the server begins after the first packet. */
  bytes(limit: number): Awaitable<Buffer> {
    const message = this.#message;
    if (isCoded(message)) throw new BodyUnreadable('Transfer-Encoding must be chunked alone');
    const announced = Number(message.headers['content-length'] ?? 0);
    if (announced > limit) throw new BodyTooLarge(limit, announced);
    if (message.complete && !message.readableDidRead && !message.destroyed) return this.#counted(takeBody(message, limit));
    const { bodyTimeoutMs: timeoutMs, turns } = this.#reading;
    const read = (): Promise<Buffer> => {
      this.#invite?.();
      return readBody(message, { limit, timeoutMs }).then((body) => this.#counted(body));
    };
    if (!isLarge(message)) return read();
    return turns.read({ message, owner: addressShareOf(this), bytes: announced || limit, timeoutMs }, read);
  }

  #counted(body: Buffer): Buffer {
    if (isCounted(this.#message)) this.#reading.turns.running.count(this.#message, addressShareOf(this), body);
    return body;
  }
}

interface BodyLimits {
  readonly limit: number;
  readonly timeoutMs: number;
}

/**
 * The target as a path. One that names a host itself (RFC 9112 §3.2.2) must name that of `Host`: a guard that reads one of two names
 * is passed with the other.
 */
function targetOf({ headers, url = '/' }: IncomingMessage): string {
  const [, host, path = ''] = (url.startsWith('/') ? null : /^https?:\/\/([^/?]+)(.*)/i.exec(url)) ?? [];
  if (host === undefined) return url;
  if (host !== headers.host) headers.host += `, ${host}`;
  return path.startsWith('/') ? path : `/${path}`;
}

/** Node takes `gzip, chunked` for chunks and leaves the rest to us: read as they come, those bytes are another body than was sent. */
const isCoded = ({ headers }: IncomingMessage): boolean => (headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked';

function textOfBody(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new BodyUnreadable('the body is not UTF-8');
  return bytes.toString('utf8');
}

const noBody = Buffer.alloc(0);

/** What the parser has put together already. */
function takeBody(message: IncomingMessage, limit: number): Buffer {
  const length = message.readableLength;
  if (length > limit) {
    message.resume();
    throw new BodyTooLarge(limit, length);
  }
  const bytes: unknown = message.read();
  return Buffer.isBuffer(bytes) ? bytes : noBody;
}

function readBody(message: IncomingMessage, { limit, timeoutMs }: BodyLimits): Promise<Buffer> {
  // Its events are over where the caller left while a guard asked a store: nothing would end the waiting but the time limit.
  if (message.destroyed) return Promise.reject(new BodyUnreadable('the body ended early'));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let settled = false;
    const settle = (): void => {
      settled = true;
      clearTimeout(timer);
    };
    const stop = (failure: Error): void => {
      settle();
      message.off('data', take);
      // What still arrives is thrown away within the host's bounds.
      message.resume();
      reject(failure);
    };
    const timer = setTimeout(() => stop(new BodyTooSlow(`the body did not arrive within ${timeoutMs / 1000} s`)), timeoutMs);
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > limit) stop(new BodyTooLarge(limit, length));
      else chunks.push(chunk);
    };
    message.on('data', take);
    message.once('end', () => {
      settle();
      const first = chunks[0];
      resolve(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks));
    });
    message.once('error', () => stop(new BodyUnreadable('the body ended early')));
    // Every message closes at last; an error made for each would cost more than reading it.
    message.once('close', () => {
      if (!settled) stop(new BodyUnreadable('the body ended early'));
    });
  });
}
