import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Awaitable } from '../std/index.ts';
import { addressShareOf } from '../web/address-share.ts';
import { BodyTooLarge, BodyTooSlow, BodyUnreadable } from '../web/body-errors.ts';
import type { AnswerStream, HttpAnswer, HttpExchange } from '../web/exchange.ts';

/** Limits of reading bodies. */
export interface BodyReading {
  readonly bodyTimeoutMs: number;
  readonly turns: BodyReader;
}

/** Reads large bodies in turn, and counts those of requests that run. */
export interface BodyReader {
  read(body: LargeBody, read: () => Promise<Buffer>): Promise<Buffer>;
  count(message: IncomingMessage, owner: string | undefined, body: Buffer): void;
}

export interface LargeBody {
  readonly message: IncomingMessage;
  /** The caller's address, behind trusted proxies too; undefined where addresses do not distinguish callers. */
  readonly owner: string | undefined;
  /** Announced length, else the maximum. */
  readonly bytes: number;
  readonly timeoutMs: number;
}

/** Bytes. A shorter body is not counted: its connection costs as much. */
const minCountedBytes = 8_192;
/** Bytes. A body that is announced as shorter is read at once: it costs less than waiting for its turn. */
const minLargeBytes = 65_536;

/** Bytes of the body that a request announces; endless when it does not say how many. */
const announcedBytes = ({ headers }: IncomingMessage): number =>
  'transfer-encoding' in headers ? Infinity : Number(headers['content-length'] ?? 0);

export const isCounted = (message: IncomingMessage): boolean => announcedBytes(message) >= minCountedBytes;

/** Whether a body is read in turn: it is announced as large, or not announced. */
export const isLarge = (message: IncomingMessage): boolean => announcedBytes(message) >= minLargeBytes;

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

  /** None of a socket file: its callers must not count as one. */
  get peerAddress(): string | undefined {
    return this.#message.socket.remoteAddress;
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
    if (isCounted(this.#message)) this.#reading.turns.count(this.#message, addressShareOf(this), body);
    return body;
  }
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

/** The body that the parser holds already. */
function takeBody(message: IncomingMessage, limit: number): Buffer {
  const length = message.readableLength;
  if (length > limit) {
    message.resume();
    throw new BodyTooLarge(limit, length);
  }
  const bytes: unknown = message.read();
  return Buffer.isBuffer(bytes) ? bytes : noBody;
}

function readBody(message: IncomingMessage, { limit, timeoutMs }: { readonly limit: number; readonly timeoutMs: number }): Promise<Buffer> {
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
      // The host discards the rest of the body, within its bounds.
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

/** Writes an answer: one `writeHead` and one `end` unless it is a stream. A text is joined with the head into one system call. */
export function writeAnswer(response: ServerResponse, answer: HttpAnswer, isHead: boolean): void {
  const { body } = answer;
  if (typeof body === 'function') {
    if (!response.destroyed) {
      setHead(response, answer.status, flatHead(answer.headers));
      response.flushHeaders();
      if (isHead) response.end();
    }
    // Also without a reader: resources of a stream are released only at its end.
    body(new NodeAnswerStream(response));
    return;
  }
  if (response.destroyed) return;
  // Of what never changes the length is known: to count 20 kB costs a quarter of answering them.
  const { bodyLength: length = typeof body === 'string' ? Buffer.byteLength(body) : (body?.byteLength ?? 0) } = answer;
  const hasLength = answer.status !== 204 && answer.status !== 304;
  setHead(response, answer.status, hasLength ? [...flatHead(answer.headers), 'content-length', String(length)] : flatHead(answer.headers));
  if (stillSends(response)) endAfterBody(response, isHead ? undefined : body);
  else if (body === undefined || isHead) response.end();
  // Text whose bytes are its characters is copied without being converted.
  else if (body.length === length && typeof body === 'string') response.end(body, 'latin1');
  else response.end(body);
}

/** Milliseconds in which the rest of a refused body may still arrive, so that the client can read the refusal. */
export const lingerMs = 2_000;

/** The client sends an unread body on a connection that ends with the answer: closing it now would reset it and lose the answer. */
const stillSends = ({ req, shouldKeepAlive }: ServerResponse): boolean => !shouldKeepAlive && !req.complete;

function endAfterBody(response: ServerResponse, body: string | Uint8Array | undefined): void {
  if (body === undefined) response.flushHeaders();
  else response.write(body);
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, lingerMs);
  timer.unref();
  response.req.once('end', end).once('close', end).resume();
}

const flatHeads = new WeakMap<HttpAnswer['headers'], readonly string[]>();

/** Names and values by turns, as `writeHead` takes them fastest; the frozen headers that most answers share are printed once. */
function flatHead(headers: HttpAnswer['headers']): readonly string[] {
  const known = flatHeads.get(headers);
  if (known !== undefined) return known;
  const flat = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [name, value] : value.flatMap((one) => [name, one]),
  );
  if (Object.isFrozen(headers)) flatHeads.set(headers, flat);
  return flat;
}

function setHead(response: ServerResponse, status: number, head: readonly string[]): void {
  response.writeHead(status, head as string[]);
}

class NodeAnswerStream implements AnswerStream {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get ended(): boolean {
    return this.#response.writableEnded || this.#response.destroyed;
  }

  write(chunk: string | Uint8Array): boolean {
    return this.ended || this.#response.write(chunk);
  }

  end(): void {
    if (!this.ended) this.#response.end();
  }

  whenDrained(): Promise<void> {
    return new Promise((resolve) => {
      const settle = (): void => {
        this.#response.off('drain', settle);
        this.#response.off('close', settle);
        resolve();
      };
      if (this.ended) resolve();
      else this.#response.on('drain', settle).on('close', settle);
    });
  }

  onEnd(listener: () => void): void {
    if (this.#response.destroyed || this.#response.closed) listener();
    else this.#response.once('close', listener);
  }
}
