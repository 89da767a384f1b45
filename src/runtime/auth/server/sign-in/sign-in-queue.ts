import type { HttpExchange } from '../../../web/exchange.ts';
import { SignInProblem } from '../responses/problems.ts';

/** Requests of one sign-in that wait here; a page sends a handful at once. */
const maxWaiting = 8;
const busy = 'This sign-in is busy. Please try again in a moment.';

export const busyProblem = (): SignInProblem => new SignInProblem(busy, 503);

/**
 * Runs the requests of one sign-in one after another. Each ends with a swap of the same record: a hundred at once would lose most of their
 * swaps and try again, for as long as the store is slow.
 */
export class SignInQueue {
  readonly #queues = new Map<string, { last: Promise<unknown>; length: number }>();

  /**
   * @param work is told whether other requests ran while it waited
   * @throws {SignInProblem} 503 when too many wait, or when the client has gone
   */
  async run<T>(id: string, exchange: Pick<HttpExchange, 'signal' | 'waitUntil'>, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
    const queue = this.#queues.get(id) ?? { last: Promise.resolve(), length: 0 };
    if (queue.length > maxWaiting) throw busyProblem();
    const hasWaited = queue.length > 0;
    const running = queue.last.then(() => {
      if (exchange.signal.aborted) throw busyProblem();
      return work(hasWaited);
    });
    queue.length += 1;
    queue.last = running.then(
      () => this.#leave(id, queue),
      () => this.#leave(id, queue),
    );
    this.#queues.set(id, queue);
    // A platform that ends work with its client must not end what others wait for.
    exchange.waitUntil?.(queue.last);
    return running;
  }

  #leave(id: string, queue: { length: number }): void {
    queue.length -= 1;
    if (queue.length === 0) this.#queues.delete(id);
  }
}
