import { ServiceError } from '../errors/index.ts';
import type { Seal } from '../std/index.ts';
import type { Store } from './store.ts';

/**
 * Values that only holders of the key can read or change. The key name is bound in, so that whoever writes to the store cannot put one
 * record in another's place. Counters hold no secrets and stay plain; they are read by `increment(key, 0)`.
 */
export function encryptedStore(store: Store, seal: Seal): Store {
  const open = async (key: string, sealed: string | undefined): Promise<string | undefined> => {
    if (sealed === undefined) return undefined;
    const value = await seal.open(sealed, key);
    // Never as if it were absent: a record that cannot be read may be the one that says "used".
    if (value === undefined) throw new ServiceError('SERVER_ERROR', 'a stored value was written with another key or changed');
    return value;
  };
  return {
    get: async (key) => open(key, await store.get(key)),
    set: async (key, value, options) => store.set(key, await seal.seal(value, key), options),
    compareAndSet: async (key, { expected, next, ttlMs }) => {
      const sealedNext = next === undefined ? undefined : await seal.seal(next, key);
      for (;;) {
        const found = await store.get(key);
        if ((await open(key, found)) !== expected) return false;
        const swap = { expected: found, next: sealedNext, ...(ttlMs === undefined ? {} : { ttlMs }) };
        if (await store.compareAndSet(key, swap)) return true;
        // Changed since it was read: whether to what is expected only another look tells, because equal texts are not sealed alike.
      }
    },
    delete: (key) => store.delete(key),
    keys: (prefix) => store.keys(prefix),
    increment: (key, by, ttlMs) => store.increment(key, by, ttlMs),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}
