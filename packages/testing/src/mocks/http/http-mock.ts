import { TestClientError } from '../../errors.ts';
import { texts } from '../../texts.ts';
import { pause } from '../mock-response.ts';
import { Cassette, type CassetteOptions } from './cassette.ts';
import { readCall } from './http-call.ts';
import { HttpInterceptor } from './http-interceptor.ts';
import { toResponse } from './http-response.ts';

type Fetch = typeof globalThis.fetch;

/** Replaces the global fetch of this process while it is enabled and has interceptors. */
class HttpMock {
  #interceptors: (HttpInterceptor | Cassette)[] = [];
  #original: Fetch | undefined;
  #isEnabled = true;

  /** A set of mocks; the newest is tried first. */
  interceptor(): HttpInterceptor {
    return this.#add(new HttpInterceptor(this.#remove));
  }

  /**
   * Replays answers of real servers from a file, and records them where there is none.
   * @throws {TestClientError} when there is nothing to replay, and nothing may be recorded
   */
  cassette(file: string, options: CassetteOptions = {}): Cassette {
    return this.#add(new Cassette(file, options, this.#remove));
  }

  /** Restores the global fetch and keeps the mocks. */
  disable(): void {
    this.#isEnabled = false;
    this.#settle();
  }

  enable(): void {
    this.#isEnabled = true;
    this.#settle();
  }

  isEnabled(): boolean {
    return this.#isEnabled;
  }

  /** Removes every interceptor. */
  clearAll(): void {
    this.#interceptors = [];
    this.#settle();
  }

  #add<T extends HttpInterceptor | Cassette>(added: T): T {
    this.#interceptors.unshift(added);
    this.#settle();
    return added;
  }

  readonly #remove = (removed: HttpInterceptor | Cassette): void => {
    this.#interceptors = this.#interceptors.filter((other) => other !== removed);
    this.#settle();
  };

  #settle(): void {
    const isNeeded = this.#isEnabled && this.#interceptors.length > 0;
    if (isNeeded && this.#original === undefined) {
      const original = globalThis.fetch;
      this.#original = original;
      globalThis.fetch = (input, init) => this.#fetch(original, input, init);
    } else if (!isNeeded && this.#original !== undefined) {
      globalThis.fetch = this.#original;
      this.#original = undefined;
    }
  }

  async #fetch(original: Fetch, input: Parameters<Fetch>[0], init: Parameters<Fetch>[1]): Promise<Response> {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    signal?.throwIfAborted();
    // Read from a copy: a request that passes through must still have its body.
    const [read, forwarded] = splitBody(init);
    const forward = (): Promise<Response> => original(input, forwarded);
    const call = await readCall(input instanceof Request ? input.clone() : input, read);
    for (const interceptor of this.#interceptors) {
      const answer = await interceptor.answer(call, forward);
      if (answer === undefined) continue;
      if (answer instanceof Response) return answer;
      if (answer.delay !== undefined) await pause(answer.delay, signal);
      return toResponse(answer);
    }
    if (this.#interceptors.some(({ passesThrough }) => passesThrough)) return forward();
    throw new TestClientError(texts.noHttpMock(call.method, call.url));
  }
}

/** Options for two requests: a stream can be read once. */
function splitBody(init: RequestInit | undefined): [RequestInit | undefined, RequestInit | undefined] {
  if (!(init?.body instanceof ReadableStream)) return [init, init];
  const [read, forwarded] = init.body.tee();
  return [
    { ...init, body: read },
    { ...init, body: forwarded },
  ];
}

/** Mocks for code that runs in the process of the test; a server under test is another process and needs `MockAPIServer`. */
export const httpMock = new HttpMock();
