import type { RecordCodec } from './record-codecs.ts';
import type { Store, Swap } from './store.ts';

export interface OwnedStoreOptions {
  /** Of every key: the part of the server, then the server's identity. */
  readonly prefix: string;
  readonly codec: RecordCodec;
  /** Milliseconds that a value lives that is written without an end. */
  readonly defaultTtlMs?: number | undefined;
  /** Told of a record under one of our keys that we did not write. */
  readonly foreign: () => void;
}

/**
 * What one part of one server keeps in a store. Its keys begin with a text of its own and its records carry a check, so that no part
 * reads or lists what is another part's or another server's. A record that is not ours is absent.
 */
export function ownedStore(store: Store, { codec, defaultTtlMs, foreign, prefix }: OwnedStoreOptions): Store {
  const endOf = (ttlMs: number | undefined): { ttlMs?: number } => {
    const end = ttlMs ?? defaultTtlMs;
    return end === undefined ? {} : { ttlMs: end };
  };
  const open = async (key: string, text: string | undefined): Promise<string | undefined> => {
    if (text === undefined) return undefined;
    const value = await codec.decode(key, text);
    if (value === undefined) foreign();
    return value;
  };
  const encode = async (key: string, value: string | undefined): Promise<string | undefined> =>
    value === undefined ? undefined : codec.encode(key, value);
  /** Looks at what is there: equal values are not written alike, and what is there instead of nothing may not be ours. */
  const swap = async (key: string, expected: string | undefined, next: Pick<Swap, 'next' | 'ttlMs'>): Promise<boolean> => {
    for (;;) {
      const found = await store.get(key);
      if ((await open(key, found)) !== expected) return false;
      if (await store.compareAndSet(key, { expected: found, ...next })) return true;
      // Changed since it was read: only another look tells whether to what is expected.
    }
  };
  return {
    get: async (key) => open(prefix + key, await store.get(prefix + key)),
    set: async (key, value, options) => store.set(prefix + key, await codec.encode(prefix + key, value), endOf(options?.ttlMs)),
    compareAndSet: async (key, { expected, next, ttlMs }) => {
      const own = prefix + key;
      const change = { next: await encode(own, next), ...endOf(ttlMs) };
      if (codec.isExact) {
        if (await store.compareAndSet(own, { expected: await encode(own, expected), ...change })) return true;
        if (expected !== undefined) return false;
      }
      return swap(own, expected, change);
    },
    delete: (key) => store.delete(prefix + key),
    keys: async (start) => (await store.keys(prefix + start)).map((key) => key.slice(prefix.length)),
    // Plain, for the store to add to. It is read by adding 0.
    increment: (key, by, ttlMs) => store.increment(prefix + key, by, ttlMs ?? defaultTtlMs),
    ping: () => store.ping(),
    // The connection is shared, so its opener closes it.
    close: async () => {},
  };
}
