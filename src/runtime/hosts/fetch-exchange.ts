import { textOf } from '../std/index.ts';
import { BodyTooLarge, BodyUnreadable } from '../web/body-errors.ts';
import type { HttpExchange } from '../web/exchange.ts';

/** A `Request` as an exchange. Its URL has been parsed and normalised by the platform already: there is no rawer one. */
export class FetchExchange implements HttpExchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly secure: boolean;
  readonly peerAddress?: string;
  readonly outlive?: (work: Promise<unknown>) => void;
  readonly #request: Request;
  readonly #authority: string;
  #gone: AbortController | undefined;
  #isGone = false;

  constructor(request: Request, peerAddress: string | undefined, outlive?: (work: Promise<unknown>) => void) {
    const { url } = request;
    const authority = url.indexOf('://') + 3;
    const path = url.indexOf('/', authority);
    const hash = url.indexOf('#', path);
    const end = hash < 0 ? url.length : hash;
    const mark = url.indexOf('?', path);
    const pathEnd = mark < 0 || mark > end ? end : mark;
    this.#request = request;
    this.#authority = url.slice(authority, path);
    this.method = request.method;
    this.path = url.slice(path, pathEnd);
    this.query = url.slice(Math.min(pathEnd + 1, end), end);
    this.secure = url.startsWith('https:');
    if (peerAddress !== undefined) this.peerAddress = peerAddress;
    if (outlive !== undefined) this.outlive = outlive;
  }

  /** Made when first asked for, and only then joined with the platform's: most answers are there before anybody could wait for it. */
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
    return this.#request.headers.get(name) ?? (name === 'host' ? this.#authority : undefined);
  }

  /** Platforms join repeated headers with a comma, which no host name or origin contains. */
  headerCount(name: string): number {
    return this.header(name) === undefined ? 0 : 1;
  }

  eachHeader(visit: (name: string, value: string) => void): void {
    this.#request.headers.forEach((value, name) => visit(name, value));
  }

  async text(limit: number): Promise<string> {
    const text = textOf(await this.bytes(limit));
    if (text === undefined) throw new BodyUnreadable('the body is not UTF-8');
    return text;
  }

  async bytes(limit: number): Promise<Uint8Array> {
    const announced = Number(this.#request.headers.get('content-length') ?? 0);
    if (announced > limit) throw new BodyTooLarge(limit, announced);
    return readBytes(this.#request, limit);
  }
}

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
    // Whatever still arrives is not wanted; that the platform cannot stop it is no second failure.
    reader.cancel().catch(() => undefined);
    if (failure instanceof BodyTooLarge) throw failure;
    throw new BodyUnreadable(`the body ended early: ${failure instanceof Error ? failure.message : String(failure)}`);
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
