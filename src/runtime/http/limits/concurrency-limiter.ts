import type { Awaitable } from '../../std/index.ts';
import type { WorkHold } from '../../web/exchange.ts';

export interface ConcurrencyRule {
  readonly maxConcurrent: number;
  /** Milliseconds; 0 refuses at once. */
  readonly queueTimeoutMs: number;
}

/** Why there was no slot. */
export type Refusal = 'full' | 'late';

/** Requests that may wait for one slot; more would only keep memory busy until they are refused anyway. */
export const maxWaiting = 1000;

/** Gives a slot back, once however often it is called. What it returns is over when others may have the slot. */
export type Release = () => Awaitable<void>;

/** The caller of a limiter. Its signal is created on demand. */
export interface Asker {
  readonly signal: AbortSignal;
}

/** Limits concurrency by key, in this process or over all instances. */
export interface ConcurrencyLimiter {
  /** A slot, or why there was none. */
  acquire(key: string, asker: Asker): Awaitable<Release | Refusal>;
}

/** Idle keys that are kept, so that a busy key is not created anew for every request. */
const maxIdle = 64;

interface KeySlots {
  taken: number;
  /** Made for the first that has to wait. */
  waiting?: Set<() => void>;
}

/** Limits concurrency within this process, by key: FIFO. Few idle keys are kept. */
export class LocalConcurrencyLimiter implements ConcurrencyLimiter {
  readonly #rule: ConcurrencyRule;
  readonly #slots = new Map<string, KeySlots>();

  constructor(rule: ConcurrencyRule) {
    this.#rule = rule;
  }

  /** Keys that are kept. */
  get size(): number {
    return this.#slots.size;
  }

  acquire(key: string): Awaitable<(() => void) | Refusal> {
    const slots = this.#slots.get(key) ?? this.#add(key);
    if (slots.taken < this.#rule.maxConcurrent) {
      slots.taken++;
      return this.#releaser(key, slots);
    }
    if (this.#rule.queueTimeoutMs === 0 || (slots.waiting?.size ?? 0) >= maxWaiting) return 'full';
    return this.#wait(slots).then((entered) => (entered ? this.#releaser(key, slots) : 'late'));
  }

  #add(key: string): KeySlots {
    const slots = { taken: 0 };
    this.#slots.set(key, slots);
    return slots;
  }

  #wait(slots: KeySlots): Promise<boolean> {
    const waiting = (slots.waiting ??= new Set());
    return new Promise((resolve) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        waiting.delete(enter);
        resolve(false);
      }, this.#rule.queueTimeoutMs);
      waiting.add(enter);
    });
  }

  #releaser(key: string, slots: KeySlots): () => void {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const next = slots.waiting?.values().next().value;
      if (next !== undefined) {
        // The slot goes from one to the next without being free in between.
        slots.waiting?.delete(next);
        next();
        return;
      }
      slots.taken--;
      if (slots.taken === 0 && this.#slots.size > maxIdle) this.#slots.delete(key);
    };
  }
}

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
