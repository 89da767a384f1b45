import { textOf } from '../std/index.ts';
import { BodyTooLarge, BodyUnreadable } from '../web/body-errors.ts';
import type { HttpExchange } from '../web/exchange.ts';

/** The used part of a platform's request context: it takes work that must outlive the answer. */
export interface FetchScope {
  waitUntil?(work: Promise<unknown>): void;
}

/** Address of the client, where the platform vouches for it. */
export type PeerAddressOf = (request: Request) => string | undefined;
const nowhere: PeerAddressOf = () => undefined;

/** A `Request` as an exchange. Its URL has been parsed and normalised by the platform already: there is no rawer one. */
export class FetchExchange implements HttpExchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly secure: boolean;
  /** Somebody wanted the body; to ask the request itself is a call into the platform for every answer. */
  bodyWanted = false;
  readonly #request: Request;
  readonly #headers: Headers;
  readonly #authority: string;
  readonly #peerAddressOf: PeerAddressOf;
  readonly #scope: FetchScope;
  #gone: AbortController | undefined;
  #isGone = false;

  constructor(request: Request, peerAddressOf: PeerAddressOf = nowhere, scope: FetchScope = {}) {
    const { url } = request;
    const authority = url.indexOf('://') + 3;
    const path = url.indexOf('/', authority);
    const hash = url.indexOf('#', path);
    const end = hash < 0 ? url.length : hash;
    const mark = url.indexOf('?', path);
    const pathEnd = mark < 0 || mark > end ? end : mark;
    this.#request = request;
    this.#headers = request.headers;
    this.#authority = url.slice(authority, path);
    this.method = request.method;
    this.path = url.slice(path, pathEnd);
    this.query = url.slice(Math.min(pathEnd + 1, end), end);
    this.secure = url.startsWith('https:');
    this.#peerAddressOf = peerAddressOf;
    this.#scope = scope;
  }

  get peerAddress(): string | undefined {
    return this.#peerAddressOf(this.#request);
  }

  waitUntil(work: Promise<unknown>): void {
    this.#scope.waitUntil?.(work);
  }

  /** Created on demand, and only then joined with the platform's: most answers are ready before any code waits for it. */
  get signal(): AbortSignal {
    if (this.#gone !== undefined) return this.#gone.signal;
    this.#gone = new AbortController();
    const { signal } = this.#request;
    if (this.#isGone || signal.aborted) this.abort();
    else signal.addEventListener('abort', () => this.abort(), { once: true });
    return this.#gone.signal;
  }

  /** The client went away before the answer ended: the platform says so by the request's signal, or by cancelling the answer's body. */
  abort(): void {
    this.#isGone = true;
    if (this.#gone?.signal.aborted === false) this.#gone.abort(new Error('the client disconnected'));
  }

  /** A `Request` made in code has no `Host` header; its URL names the host then. */
  header(name: string): string | undefined {
    return this.#headers.get(name) ?? (name === 'host' ? this.#authority : undefined);
  }

  eachHeader(visit: (name: string, value: string) => void): void {
    this.#headers.forEach((value, name) => visit(name, value));
  }

  text(limit: number): Promise<string> {
    return this.#read(limit, textOfBody);
  }

  bytes(limit: number): Promise<Uint8Array> {
    return this.#read(limit, asTheyAre);
  }

  /**
   * A body whose length frames it on the wire is taken whole, without a stream; every other one is counted while it comes. A length beside
   * `Transfer-Encoding` frames nothing: it would let a body without end past the limit. What is made of the bytes is made where they
   * arrive: each further promise is one that every call waits for.
   */
  #read<T>(limit: number, finish: (bytes: Uint8Array) => T): Promise<T> {
    this.bodyWanted = true;
    const said = this.#headers.get('content-length');
    const announced = said === null ? NaN : Number(said);
    if (announced > limit) return Promise.reject(new BodyTooLarge(limit, announced));
    return announced >= 0 && this.#headers.get('transfer-encoding') === null
      ? takeBytes(this.#request, limit, finish)
      : readBytes(this.#request, limit).then(finish);
  }
}

const asTheyAre = (bytes: Uint8Array): Uint8Array => bytes;

function textOfBody(bytes: Uint8Array): string {
  const text = textOf(bytes);
  if (text === undefined) throw new BodyUnreadable('the body is not UTF-8');
  return text;
}

async function takeBytes<T>(request: Request, limit: number, finish: (bytes: Uint8Array) => T): Promise<T> {
  let bytes: ArrayBuffer;
  try {
    bytes = await request.arrayBuffer();
  } catch {
    throw endedEarly();
  }
  // A `Request` made in code may announce what it likes.
  if (bytes.byteLength > limit) throw new BodyTooLarge(limit, bytes.byteLength);
  return finish(new Uint8Array(bytes));
}

/** Without the platform's message: the text is sent to the client. */
const endedEarly = (): BodyUnreadable => new BodyUnreadable('the body ended early');

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = request.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.byteLength;
      if (length > limit) throw new BodyTooLarge(limit, length);
      chunks.push(value);
    }
  } catch (failure) {
    // Whatever still arrives is the host's to throw away.
    reader.releaseLock();
    if (failure instanceof BodyTooLarge) throw failure;
    throw endedEarly();
  }
  return joinChunks(chunks, length);
}

function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
