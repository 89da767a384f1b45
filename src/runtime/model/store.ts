/**
 * Interface of every store: texts under keys, with lifetimes and atomic operations. Records that may be used once (codes, refresh tokens,
 * tickets) rely on `compareAndSet`: read, decide, swap; a caller that loses the swap reads again.
 */
export interface Store {
  /** Text under a key; undefined when absent or expired. */
  get(key: string): Promise<string | undefined>;
  /** Keeps a text under a key, in the place of another one. */
  set(key: string, value: string, options?: SetOptions): Promise<void>;
  /**
   * Replaces a value atomically if it is still `expected`.
   * @param expected the value as read; undefined: the key must be absent
   * @param next undefined deletes
   * @returns whether it was replaced
   */
  compareAndSet(key: string, swap: Swap): Promise<boolean>;
  /** True when the key existed. */
  delete(key: string): Promise<boolean>;
  /** Unexpired keys with the prefix, in no order. */
  keys(prefix: string): Promise<readonly string[]>;
  /**
   * Adds to a counter atomically; an absent counter starts at 0 with the lifetime `ttlMs`. Adding 0 reads it.
   * @returns the counter afterwards
   */
  increment(key: string, by: number, ttlMs?: number): Promise<number>;
  /**
   * Reaches the store.
   * @throws {StorageConnectionError} when it does not answer
   */
  ping(): Promise<void>;
  /** Ends the connection. */
  close(): Promise<void>;
}

/** A connected client of `redis` (node-redis) or of `ioredis`. */
export type RedisClient =
  | {
      /** Of `redis`: a command with its arguments. */
      readonly sendCommand: (command: readonly string[]) => Promise<unknown>;
    }
  | {
      /** Of `ioredis`: the same, one by one. */
      readonly call: (command: string, ...args: readonly string[]) => Promise<unknown>;
    };

/** Options of `set`. */
export interface SetOptions {
  /** Milliseconds until the value is gone; kept until deleted when absent. */
  readonly ttlMs?: number;
}

/** A change of one value that happens or does not. */
export interface Swap {
  /** The value as it was read; undefined where there was none. */
  readonly expected: string | undefined;
  /** The value from now on; undefined deletes it. */
  readonly next: string | undefined;
  /** Milliseconds until the next value is gone; kept until deleted when absent. */
  readonly ttlMs?: number;
}
