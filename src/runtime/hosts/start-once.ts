import type { Clock } from '../std/index.ts';

/** Milliseconds; doubled with every failure up to the longest. */
const firstDelayMs = 1000;
const longestDelayMs = 64_000;

export type Started<T> = { readonly value: T } | { readonly failure: unknown; readonly retryAfterSeconds: number };

/**
 * Builds something when it is first needed, and keeps it. After a failure the same answer is given until the delay is over, so that a
 * server that cannot start does not try again for every request of a crowd.
 */
export class StartOnce<T> {
  readonly #now: Clock;
  #attempt: Promise<Started<T>> | undefined;
  #value: T | undefined;
  #failures = 0;
  #retryAt = Number.POSITIVE_INFINITY;

  constructor(now: Clock) {
    this.#now = now;
  }

  /** The value; undefined before it is built. */
  get built(): T | undefined {
    return this.#value;
  }

  /** The value; `start` builds it when no build has succeeded or runs. Never rejects. */
  get(start: () => Promise<T>): Promise<Started<T>> {
    if (this.#attempt === undefined || this.#now() >= this.#retryAt) this.#attempt = this.#try(start);
    return this.#attempt;
  }

  async #try(start: () => Promise<T>): Promise<Started<T>> {
    this.#retryAt = Number.POSITIVE_INFINITY;
    try {
      const value = await start();
      this.#value = value;
      return { value };
    } catch (failure) {
      const delay = Math.min(firstDelayMs * 2 ** this.#failures, longestDelayMs);
      this.#failures++;
      this.#retryAt = this.#now() + delay;
      return { failure, retryAfterSeconds: Math.ceil(delay / 1000) };
    }
  }
}
