import type { ServerResponse } from 'node:http';
import type { AnswerStream, HttpAnswer } from '../web/exchange.ts';

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
