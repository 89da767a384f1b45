import type { Store } from './store.ts';

export interface PrefixOptions {
  readonly prefix: string;
  /** Milliseconds that a value lives that is written without an end. */
  readonly defaultTtlMs?: number | undefined;
}

/** One part's share of a store: its keys begin with a text of its own, so that no part reads or lists those of another. */
export function prefixedStore(store: Store, { prefix, defaultTtlMs }: PrefixOptions): Store {
  const endOf = (ttlMs: number | undefined): { ttlMs?: number } => {
    const end = ttlMs ?? defaultTtlMs;
    return end === undefined ? {} : { ttlMs: end };
  };
  return {
    get: (key) => store.get(prefix + key),
    set: (key, value, options) => store.set(prefix + key, value, endOf(options?.ttlMs)),
    compareAndSet: (key, swap) => store.compareAndSet(prefix + key, { ...swap, ...endOf(swap.ttlMs) }),
    delete: (key) => store.delete(prefix + key),
    keys: async (start) => (await store.keys(prefix + start)).map((key) => key.slice(prefix.length)),
    increment: (key, by, ttlMs) => store.increment(prefix + key, by, ttlMs ?? defaultTtlMs),
    ping: () => store.ping(),
    // The connection belongs to whoever opened it: other parts use it too.
    close: async () => {},
  };
}
