import { StorageConnectionError } from '../../src/runtime/errors/index.ts';
import { DistributedConcurrencyLimiter } from '../../src/runtime/cluster/limits/distributed-concurrency-limiter.ts';
import type { ConcurrencyRule, Release } from '../../src/runtime/http/limits/concurrency-limiter.ts';
import { MemoryStore } from '../../src/runtime/storage/drivers/memory.ts';
import type { Store } from '../../src/runtime/model/store.ts';

/** Instances on one store, with clocks and faults in the test's hands. */
export class LimiterWorld {
  time = 1_000_000;
  away = false;
  /** The next swaps are made, and their answers lost. */
  lost = 0;
  /** Swaps that are made, and whose answers come once they are called. */
  answers: (() => void)[] | undefined;
  readonly operations: string[] = [];
  readonly memory = new MemoryStore({ clock: () => this.time });
  #names = 0;

  readonly store: Store = {
    ...unused,
    get: async (key) => {
      this.#begin('get');
      return this.memory.get(key);
    },
    compareAndSet: async (key, swap) => {
      this.#begin('compareAndSet');
      const done = await this.memory.compareAndSet(key, swap);
      if (this.lost > 0 && this.lost--) throw away();
      if (this.answers !== undefined) await new Promise<void>((resolve) => this.answers?.push(resolve));
      return done;
    },
  };

  instance(rule: Partial<ConcurrencyRule> = {}, { renewMs = 5000, skewMs = 0 } = {}): DistributedConcurrencyLimiter {
    return new DistributedConcurrencyLimiter(
      { maxConcurrent: 1, queueTimeoutMs: 0, ...rule },
      { store: this.store, now: () => this.time + skewMs, instance: `i${this.#names++}`, name: 'at-once:', renewMs },
    );
  }

  record = (key = 'all'): Promise<string | undefined> => this.memory.get(`at-once:${key}`);

  #begin(operation: string): void {
    this.operations.push(operation);
    if (this.away) throw away();
  }
}

const away = (): StorageConnectionError => new StorageConnectionError('Redis', 'it is away');
const refuse = (): Promise<never> => Promise.reject(new Error('not asked for'));
const unused: Store = {
  get: refuse,
  set: refuse,
  compareAndSet: refuse,
  delete: refuse,
  keys: refuse,
  increment: refuse,
  ping: refuse,
  close: refuse,
};

/** Who asks, and does not leave. */
export const staying = { signal: new AbortController().signal };
/** @throws {Error} with the refusal */
export const take = async (
  slots: DistributedConcurrencyLimiter,
  asker: { signal: AbortSignal } = staying,
  key = 'all',
): Promise<Release> => {
  const slot = await slots.acquire(key, asker);
  if (typeof slot === 'string') throw new Error(slot);
  return slot;
};
export const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 1));
};
