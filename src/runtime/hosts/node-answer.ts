import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { AnswerStream, HttpAnswer } from '../web/exchange.ts';

/** Writes an answer: one `writeHead` and one `end` unless it is a stream. A text is joined with the head into one system call. */
export function writeAnswer(response: ServerResponse, answer: HttpAnswer, isHead: boolean): void {
  const { body } = answer;
  if (typeof body === 'function') {
    setHead(response, answer.status, answer.headers);
    response.flushHeaders();
    if (isHead) response.end();
    else body(new NodeAnswerStream(response));
    return;
  }
  const length = body === undefined ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  const hasLength = answer.status !== 204 && answer.status !== 304;
  setHead(response, answer.status, hasLength ? { ...answer.headers, 'content-length': String(length) } : answer.headers);
  if (body === undefined || isHead) response.end();
  else response.end(body);
}

function setHead(response: ServerResponse, status: number, headers: HttpAnswer['headers']): void {
  const head: OutgoingHttpHeaders = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    head[name] = typeof value === 'object' ? [...value] : value;
  }
  response.writeHead(status, head);
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
