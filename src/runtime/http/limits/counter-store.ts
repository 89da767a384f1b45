import type { Awaitable, Clock } from '../../std/index.ts';

/** Counts of one key: of the running window, the request itself included, and of the one before it. */
export interface Counts {
  readonly current: number;
  readonly previous: number;
}

/** Counts requests. Each method is one atomic step, so that instances which share a store lose no count. */
export interface CounterStore {
  increment(key: string, window: CountedWindow): Awaitable<Counts>;
  /** Takes back a refused request: refusals must not extend the time until the next one passes. */
  decrement(key: string, window: CountedWindow): Awaitable<void>;
}

export interface CountedWindow {
  /** Number of the window since the epoch. */
  readonly index: number;
  /** Milliseconds. */
  readonly lengthMs: number;
}

interface Counter {
  index: number;
  current: number;
  previous: number;
}

/** Keys that are counted apart; a stranger with many addresses must not fill the memory. */
const maxKeys = 50_000;
const sharedKey = '';

/** Counts of this process. When every slot is taken, further keys share one count: the limit gets stricter, never absent. */
export class MemoryCounterStore implements CounterStore {
  readonly #counters = new Map<string, Counter>();
  readonly #maxKeys: number;
  #lastSweep = -1;

  constructor(max = maxKeys) {
    this.#maxKeys = max;
  }

  get size(): number {
    return this.#counters.size;
  }

  increment(key: string, window: CountedWindow): Counts {
    const counter = this.#counterOf(key, window);
    counter.current++;
    // Read before the next count, so no copy is needed for each request.
    return counter;
  }

  decrement(key: string, window: CountedWindow): void {
    const counter = this.#counterOf(key, window);
    counter.current = Math.max(0, counter.current - 1);
  }

  #counterOf(key: string, window: CountedWindow): Counter {
    const known = this.#counters.get(key) ?? this.#add(key, window);
    if (known.index !== window.index) {
      known.previous = known.index === window.index - 1 ? known.current : 0;
      known.current = 0;
      known.index = window.index;
    }
    return known;
  }

  #add(key: string, { index }: CountedWindow): Counter {
    if (this.#counters.size >= this.#maxKeys) this.#sweep(index);
    const full = this.#counters.size >= this.#maxKeys;
    const slot = full ? sharedKey : key;
    const counter = this.#counters.get(slot) ?? { index, current: 0, previous: 0 };
    this.#counters.set(slot, counter);
    return counter;
  }

  /** At most once a window, so that a full store does not cost a walk for every request. */
  #sweep(index: number): void {
    if (this.#lastSweep === index) return;
    this.#lastSweep = index;
    for (const [key, counter] of this.#counters) if (counter.index < index - 1) this.#counters.delete(key);
  }
}

export interface RateRule {
  readonly maxRequests: number;
  readonly windowMs: number;
}

/**
 * A sliding window made of two fixed ones: the count of the last window fades out while the running one passes.
 * @returns 0 when the request may pass, else the seconds after which the next one may
 */
export async function takeFromWindow(rule: RateRule, key: string, from: { store: CounterStore; now: Clock }): Promise<number> {
  const { store, now } = from;
  const windows = now() / rule.windowMs;
  const window = { index: Math.floor(windows), lengthMs: rule.windowMs };
  const passed = windows - window.index;
  const { current, previous } = await store.increment(key, window);
  if (current + previous * (1 - passed) <= rule.maxRequests) return 0;
  const seconds = Math.max(1, Math.ceil(secondsUntilFree(rule, { current: current - 1, previous, passed })));
  await store.decrement(key, window);
  return seconds;
}

/** Seconds until the last window has faded enough; when the running window is full by itself, until that one fades. */
function secondsUntilFree({ maxRequests, windowMs }: RateRule, at: { current: number; previous: number; passed: number }): number {
  const others = maxRequests - 1;
  const windows = at.current <= others ? 1 - (others - at.current) / at.previous : 2 - others / at.current;
  return ((windows - at.passed) * windowMs) / 1000;
}
