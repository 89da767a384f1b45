import { utf8 } from '../std/index.ts';
import type { AnswerStream, HttpAnswer } from '../web/exchange.ts';
import type { FetchExchange } from './fetch-exchange.ts';

/** Statuses whose `Response` may have no body, not even an empty one. */
const bodiless = new Set([101, 204, 205, 304]);

/** An answer as a `Response`. The stream of one that streams begins at once, as on a socket. */
export function toResponse(answer: HttpAnswer, exchange: FetchExchange): Response {
  const { body, status } = answer;
  const init = { status, headers: toHeaders(answer.headers) };
  if (body === undefined || exchange.method === 'HEAD' || bodiless.has(status)) return new Response(null, init);
  if (typeof body === 'string') return new Response(body, init);
  if (typeof body !== 'function') return new Response(new Uint8Array(body), init);
  const stream = new ReadableAnswer(exchange);
  body(stream);
  return new Response(stream.readable, init);
}

function toHeaders(given: HttpAnswer['headers']): Headers {
  const headers = new Headers();
  for (const name of Object.keys(given)) {
    const value = given[name];
    if (typeof value === 'string') headers.set(name, value);
    else for (const one of value ?? []) headers.append(name, one);
  }
  return headers;
}

/** Bytes that may wait for the reader before writers are told that it is behind. */
const highWaterBytes = 64 * 1024;

/** The writing end of a `ReadableStream`. Reading pulls; a reader that cancels, or a client that disconnects, ends it. */
class ReadableAnswer implements AnswerStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly #listeners: (() => void)[] = [];
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #ended = false;
  #whenDrained: (() => void)[] = [];

  constructor(exchange: FetchExchange) {
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.#controller = controller),
        pull: () => this.#drained(),
        cancel: () => {
          this.#over();
          exchange.abort();
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: highWaterBytes }),
    );
    exchange.signal.addEventListener('abort', () => this.end(), { once: true });
  }

  get ended(): boolean {
    return this.#ended;
  }

  write(chunk: string | Uint8Array): boolean {
    if (this.#ended || this.#controller === undefined) return true;
    this.#controller.enqueue(typeof chunk === 'string' ? utf8(chunk) : chunk);
    return (this.#controller.desiredSize ?? 0) > 0;
  }

  end(): void {
    if (this.#ended) return;
    this.#controller?.close();
    this.#over();
  }

  whenDrained(): Promise<void> {
    if (this.#ended || (this.#controller?.desiredSize ?? 0) > 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenDrained.push(resolve));
  }

  onEnd(listener: () => void): void {
    if (this.#ended) listener();
    else this.#listeners.push(listener);
  }

  #drained(): void {
    const waiting = this.#whenDrained;
    this.#whenDrained = [];
    for (const resolve of waiting) resolve();
  }

  #over(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#drained();
    for (const listener of this.#listeners) listener();
  }
}
