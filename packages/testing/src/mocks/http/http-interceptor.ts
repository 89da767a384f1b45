import { clearTimeout, setTimeout } from '../../clock.ts';
import { TestClientError, TimeoutError } from '../../errors.ts';
import { limits, texts } from '../../texts.ts';
import { fits, type HttpCall, type HttpMatch } from './http-call.ts';
import { asResponse, type HttpMockResponse, type NetworkFailure } from './http-response.ts';

/** A response, a body, or a function of the request that gives one. */
export type HttpAnswer = unknown;

/** Which fetches are answered, and how. */
export interface HttpMockDefinition {
  /** Which requests it answers. */
  readonly match: HttpMatch;
  /** The answer, or a function of the request. */
  readonly response: HttpAnswer;
  /** Requests that it answers; all when absent. */
  readonly times?: number;
  /** Shown among unused mocks. */
  readonly name?: string;
}

export interface HttpMockOptions {
  readonly times?: number;
  readonly match?: Omit<HttpMatch, 'url' | 'method'>;
  readonly name?: string;
}

/** A mock of {@link httpMock}. */
export interface HttpMockHandle {
  /** Requests that it answered. */
  callCount(): number;
  /** The requests that it answered. */
  calls(): readonly HttpCall[];
  /** @throws {TimeoutError} `Timeout waiting for <n> calls, got <m> after <ms>ms` */
  waitForCalls(count: number, timeoutMs?: number): Promise<readonly HttpCall[]>;
  /** Ends the mock. */
  remove(): void;
}

interface Mock {
  readonly definition: HttpMockDefinition;
  readonly calls: HttpCall[];
  readonly waiting: Set<() => void>;
}

type Url = NonNullable<HttpMatch['url']>;

/**
 * Answers fetches of this process: `httpMock.interceptor()`.
 * @example
 * const api = httpMock.interceptor();
 * const handle = api.get('https://api.example.com/cities/1', { name: 'Oslo' });
 * // … what fetches it …
 * api.assertDone();
 * api.restore();
 */
export class HttpInterceptor {
  #mocks: Mock[] = [];
  #allowsPassthrough = false;
  readonly #removed: (interceptor: HttpInterceptor) => void;

  constructor(removed: (interceptor: HttpInterceptor) => void) {
    this.#removed = removed;
  }

  get passesThrough(): boolean {
    return this.#allowsPassthrough;
  }

  get(url: Url, response: HttpAnswer, options?: HttpMockOptions): HttpMockHandle {
    return this.#add({ method: 'GET', url }, response, options);
  }

  post(url: Url, response: HttpAnswer, options?: HttpMockOptions): HttpMockHandle {
    return this.#add({ method: 'POST', url }, response, options);
  }

  put(url: Url, response: HttpAnswer, options?: HttpMockOptions): HttpMockHandle {
    return this.#add({ method: 'PUT', url }, response, options);
  }

  delete(url: Url, response: HttpAnswer, options?: HttpMockOptions): HttpMockHandle {
    return this.#add({ method: 'DELETE', url }, response, options);
  }

  /** Any method. */
  any(url: Url, response: HttpAnswer, options?: HttpMockOptions): HttpMockHandle {
    return this.#add({ url }, response, options);
  }

  mock(definition: HttpMockDefinition): HttpMockHandle {
    const mock: Mock = { definition, calls: [], waiting: new Set() };
    this.#mocks.push(mock);
    return {
      callCount: () => mock.calls.length,
      calls: () => [...mock.calls],
      waitForCalls: (count, timeoutMs = limits.waitForCallsMs) => waitForCalls(mock, count, timeoutMs),
      remove: () => {
        this.#mocks = this.#mocks.filter((other) => other !== mock);
      },
    };
  }

  /** Requests that no mock answers go to the network. */
  allowPassthrough(allowed = true): void {
    this.#allowsPassthrough = allowed;
  }

  /** Mocks with `times` that were asked less often. */
  pending(): readonly HttpMockDefinition[] {
    return this.#mocks.map(({ definition }) => definition).filter((definition) => this.#missing(definition) > 0);
  }

  isDone(): boolean {
    return this.pending().length === 0;
  }

  /** @throws {TestClientError} `Unused HTTP mocks:` and one line for each */
  assertDone(): void {
    const lines = this.pending().map((definition) => `  ${describe(definition)} (${this.#missing(definition)} more)`);
    if (lines.length > 0) throw new TestClientError([texts.unusedHttpMocks, ...lines].join('\n'));
  }

  clear(): void {
    this.#mocks = [];
  }

  /** Takes this interceptor away; the last one gives the process its fetch back. */
  restore(): void {
    this.clear();
    this.#removed(this);
  }

  /** The answer of the first mock that fits; undefined when none does. */
  async answer(call: HttpCall): Promise<HttpMockResponse | NetworkFailure | Response | undefined> {
    const mock = this.#mocks.find(({ calls, definition }) => calls.length < (definition.times ?? Infinity) && fits(definition.match, call));
    if (mock === undefined) return undefined;
    mock.calls.push(call);
    for (const told of mock.waiting) told();
    const { response } = mock.definition;
    return asResponse(typeof response === 'function' ? await (response as (call: HttpCall) => unknown)(call) : response);
  }

  #add(match: HttpMatch, response: HttpAnswer, { match: further, ...options }: HttpMockOptions = {}): HttpMockHandle {
    return this.mock({ match: { ...further, ...match }, response, ...options });
  }

  #missing(definition: HttpMockDefinition): number {
    const mock = this.#mocks.find((one) => one.definition === definition);
    return (definition.times ?? 0) - (mock?.calls.length ?? 0);
  }
}

const describe = ({ match: { method = 'ANY', url }, name }: HttpMockDefinition): string =>
  name ?? `${method} ${url === undefined ? 'any URL' : typeof url === 'function' ? '(predicate)' : String(url)}`;

function waitForCalls(mock: Mock, count: number, timeoutMs: number): Promise<readonly HttpCall[]> {
  return new Promise((resolve, reject) => {
    const told = (): void => {
      if (mock.calls.length < count) return;
      clearTimeout(timer);
      mock.waiting.delete(told);
      resolve([...mock.calls]);
    };
    const timer = setTimeout(() => {
      mock.waiting.delete(told);
      reject(new TimeoutError(texts.callsTimeout(count, mock.calls.length, timeoutMs)));
    }, timeoutMs);
    mock.waiting.add(told);
    told();
  });
}
