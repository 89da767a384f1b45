import type { Store } from '../model/store.ts';

/** Sees a step begin; what it returns sees whether it failed. Must not throw. */
export type StoreWatch = (operation: Exclude<keyof Store, 'close'>) => (failed: boolean) => void;

/** A store that reports each operation to an observer when it begins. */
export function watchedStore(store: Store, watcher: () => StoreWatch | undefined): Store {
  const seen = async <T>(operation: Exclude<keyof Store, 'close'>, step: () => Promise<T>): Promise<T> => {
    const end = watcher()?.(operation);
    if (end === undefined) return step();
    try {
      const result = await step();
      end(false);
      return result;
    } catch (failure) {
      end(true);
      throw failure;
    }
  };
  return {
    get: (key) => seen('get', () => store.get(key)),
    set: (key, value, options) => seen('set', () => store.set(key, value, options)),
    compareAndSet: (key, swap) => seen('compareAndSet', () => store.compareAndSet(key, swap)),
    delete: (key) => seen('delete', () => store.delete(key)),
    keys: (prefix) => seen('keys', () => store.keys(prefix)),
    increment: (key, by, ttlMs) => seen('increment', () => store.increment(key, by, ttlMs)),
    ping: () => seen('ping', () => store.ping()),
    close: () => store.close(),
  };
}
