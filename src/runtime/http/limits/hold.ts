import type { WorkHold } from '../../web/exchange.ts';
import type { Release } from './concurrency-limiter.ts';

/** A slot with several holders: freed when the last one ends. */
export class Hold implements WorkHold {
  #reasons = 1;
  readonly #free: Release;
  readonly #outer: WorkHold | undefined;

  /** @param outer of the call that made this one */
  constructor(free: Release, outer?: WorkHold) {
    this.#free = free;
    this.#outer = outer;
  }

  /** Ends the first hold: the answer is there. */
  readonly end: Release = () => {
    this.#reasons--;
    if (this.#reasons === 0) return this.#free();
  };

  /** Adds a hold until the work has settled or its time is over. */
  lastUntil(work: PromiseLike<unknown>, maxMs: number | undefined): void {
    this.#outer?.lastUntil(work, maxMs);
    this.#reasons++;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const end = (): void => {
      clearTimeout(timer);
      if (!over) void this.end();
      over = true;
    };
    if (maxMs !== undefined) timer = setTimeout(end, maxMs);
    // A platform without processes has numbers here.
    if (typeof timer === 'object') timer.unref();
    work.then(end, end);
  }
}
