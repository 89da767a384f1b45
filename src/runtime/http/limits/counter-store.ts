import type { Awaitable } from '../../std/index.ts';

/** Counts of one key: of the running window, the request itself included, and of the one before it. */
export interface Counts {
  readonly current: number;
  readonly previous: number;
}

/** Where requests are counted. One step each, so that instances that share a store cannot count past each other. */
export interface CounterStore {
  increment(key: string, window: CountedWindow): Awaitable<Counts>;
  /** Takes back a request that was refused: who is refused does not push the limit further away. */
  decrement(key: string, window: CountedWindow): Awaitable<void>;
}

export interface CountedWindow {
  /** Number of the window since the epoch. */
  readonly index: number;
  /** Milliseconds. */
  readonly lengthMs: number;
}
