import type { Awaitable } from '../../std/index.ts';

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
