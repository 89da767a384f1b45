import type { FetchScope } from './fetch-exchange.ts';
import type { EventShape } from './function-event.ts';

/** The used part of what a function service says of an invocation. */
export interface InvocationContext {
  /** Milliseconds until the service ends the invocation without an answer. */
  getRemainingTimeInMillis?(): number;
}

/** An answer is ended this long before the service's limit: what was made of it arrives, and its client learns why it ended. */
const reserveMs = 500;

/** One request of a service that stops the process after the answer and goes on with the next event. */
export class Invocation implements FetchScope {
  readonly #over = new AbortController();
  readonly #works: Promise<unknown>[] = [];
  readonly #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: InvocationContext) {
    const left = context.getRemainingTimeInMillis?.();
    if (left !== undefined) this.#timer = setTimeout(() => this.#over.abort(), Math.max(left - reserveMs, 0));
  }

  /** Aborted when the time is over. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  waitUntil(work: Promise<unknown>): void {
    this.#works.push(work);
  }

  /** The answer, or 504 when the time is over before there is one. */
  within(answer: Promise<Response>): Promise<Response> {
    return Promise.race([answer, this.#whenOver().then(() => Response.json({ error: 'Gateway Timeout' }, { status: 504 }))]);
  }

  /** Waits for work that may outlive the answer: a stopped process does none. */
  async end(): Promise<void> {
    await Promise.race([Promise.allSettled(this.#works), this.#whenOver()]);
    clearTimeout(this.#timer);
  }

  #whenOver(): Promise<void> {
    const { signal } = this.#over;
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  }
}

/** The answer to an event, before it is written in the form of the event's gateway. */
export interface Invoked {
  readonly response: Response;
  readonly shape: EventShape;
  readonly invocation: Invocation;
}
