/**
 * What every store can do: text under keys, with an end, and single steps that no other instance can get between. Records that may be
 * taken once (codes, refresh tokens, tickets) live on `compareAndSet`: read, decide, swap; who loses the swap reads again.
 */
export interface Store {
  /** Text under a key; undefined when absent or past its end. */
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, options?: SetOptions): Promise<void>;
  /**
   * Replaces a value if it is still what was read, as one step.
   * @param expected what was read; undefined: the key must be absent
   * @param next undefined deletes
   * @returns whether it was replaced
   */
  compareAndSet(key: string, swap: Swap): Promise<boolean>;
  /** True when there was something. */
  delete(key: string): Promise<boolean>;
  /** Keys that begin with the text and are not past their end, in no order. */
  keys(prefix: string): Promise<readonly string[]>;
  /**
   * Adds to a counter as one step; a counter that was absent begins at 0 and gets the end. It is read by adding 0.
   * @returns the counter afterwards
   */
  increment(key: string, by: number, ttlMs?: number): Promise<number>;
  /** @throws {StorageConnectionError} when the store does not answer */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface SetOptions {
  /** Milliseconds until the value is gone; kept until deleted when absent. */
  readonly ttlMs?: number;
}

export interface Swap {
  readonly expected: string | undefined;
  readonly next: string | undefined;
  /** Milliseconds until the next value is gone; kept until deleted when absent. */
  readonly ttlMs?: number;
}
