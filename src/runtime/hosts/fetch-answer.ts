import { Announcement, utf8 } from '../std/index.ts';
import type { AnswerStream, HttpAnswer } from '../web/exchange.ts';
import type { FetchExchange } from './fetch-exchange.ts';

/** Statuses whose `Response` may have no body, not even an empty one. */
const bodiless = new Set([101, 204, 205, 304]);

/** An answer as a `Response`. The stream of one that streams begins at once, as on a socket. */
export function toResponse(answer: HttpAnswer, exchange: FetchExchange): Response {
  const { body, status } = answer;
  const init = { status, headers: toHeaders(answer.headers) };
  const isRead = exchange.method !== 'HEAD' && !bodiless.has(status);
  if (typeof body === 'function') {
    const stream = new ReadableAnswer(exchange);
    // Also without a reader: resources of a stream are released only at its end.
    if (!isRead || exchange.signal.aborted) stream.abandon();
    body(stream);
    return new Response(isRead ? stream.readable : null, init);
  }
  if (body === undefined || !isRead) return new Response(null, init);
  return new Response(typeof body === 'string' ? body : new Uint8Array(body), init);
}

const made = new WeakMap<HttpAnswer['headers'], Headers>();

/** A `Response` copies what it is given; the frozen headers that most answers share are made once. */
function toHeaders(given: HttpAnswer['headers']): Headers {
  const known = made.get(given);
  if (known !== undefined) return known;
  const headers = new Headers();
  for (const name of Object.keys(given)) {
    const value = given[name];
    if (typeof value === 'string') headers.set(name, value);
    else for (const one of value ?? []) headers.append(name, one);
  }
  if (Object.isFrozen(given)) made.set(given, headers);
  return headers;
}

/** Characters and bytes that may wait for the reader before writers have to pause. */
const maxWaiting = 64 * 1024;

/**
 * The writing end of a `ReadableStream`. Writers only leave chunks here; the stream itself is touched by `pull` alone, because a worker
 * platform lets only the request of a stream write to it, while changes are announced by other requests.
 */
class ReadableAnswer implements AnswerStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly #over = new Announcement();
  #waiting: (string | Uint8Array)[] = [];
  #waitingLength = 0;
  #ended = false;
  #wakeReader: () => void = () => undefined;
  #drained: (() => void)[] = [];

  constructor(exchange: FetchExchange) {
    this.readable = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => this.#feed(controller),
        cancel: () => {
          this.abandon();
          exchange.abort();
        },
      },
      { highWaterMark: 0 },
    );
    exchange.signal.addEventListener('abort', () => this.abandon(), { once: true });
  }

  /** Ends the stream because its reader has left. */
  abandon(): void {
    this.#waiting = [];
    this.end();
    this.#over.make();
  }

  get ended(): boolean {
    return this.#ended;
  }

  write(chunk: string | Uint8Array): boolean {
    if (this.#ended) return true;
    this.#waiting.push(chunk);
    this.#waitingLength += chunk.length;
    this.#wakeReader();
    return this.#waitingLength < maxWaiting;
  }

  end(): void {
    this.#ended = true;
    this.#wakeReader();
    this.#tellDrained();
  }

  whenDrained(): Promise<void> {
    if (this.#ended || this.#waitingLength < maxWaiting) return Promise.resolve();
    return new Promise((resolve) => this.#drained.push(resolve));
  }

  onEnd(listener: () => void): void {
    this.#over.onMade(listener);
  }

  async #feed(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    while (this.#waiting.length === 0 && !this.#ended) await new Promise<void>((resolve) => (this.#wakeReader = resolve));
    const chunks = this.#waiting;
    this.#waiting = [];
    this.#waitingLength = 0;
    for (const chunk of chunks) if (chunk.length > 0) controller.enqueue(typeof chunk === 'string' ? utf8(chunk) : chunk);
    this.#tellDrained();
    if (!this.#ended || this.#waiting.length > 0) return;
    controller.close();
    this.#over.make();
  }

  #tellDrained(): void {
    const resolves = this.#drained;
    this.#drained = [];
    for (const resolve of resolves) resolve();
  }
}
