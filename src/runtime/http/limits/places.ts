import type { Awaitable } from '../../std/index.ts';

export interface ConcurrencyRule {
  readonly maxConcurrent: number;
  /** Milliseconds; 0 refuses at once. */
  readonly queueTimeoutMs: number;
}

/** Why there was no place. */
export type Refusal = 'full' | 'late';

/** Requests that may wait for one place; more would only keep memory busy until they are refused anyway. */
export const mostWaiting = 1000;

/** Gives a place back, once however often it is called. What it returns is over when others may have the place. */
export type Release = () => Awaitable<void>;

/** Who asks. Its signal is made when somebody asks for it. */
export interface Asker {
  readonly signal: AbortSignal;
}

/** Places by key, of this process or of all instances. */
export interface Places {
  /** A place, or why there was none. */
  acquire(key: string, asker: Asker): Awaitable<Release | Refusal>;
}
