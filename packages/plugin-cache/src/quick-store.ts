import type { Store } from '@service/sdk/define';
import { inTime } from '@service/sdk/internal';

/** Milliseconds that a store may take: an answer that comes later saves no time. */
const maxMs = 250;
/** Milliseconds in which a store that gave none is not asked again. */
const restMs = 5000;

type QuickStore = Pick<Store, 'compareAndSet' | 'get' | 'set'>;

/** A store that answers soon or not at all: while it is away, one call in five seconds waits for it, and for a quarter of a second. */
export function quickStore(store: Store, now: () => number): QuickStore {
  let restsUntil = 0;
  const ask = async <T>(use: () => Promise<T>): Promise<T> => {
    const begun = now();
    if (begun < restsUntil) throw new Error('it gave no answer a short while ago');
    // After a rest one call asks; the others go on without an answer until it has one.
    if (restsUntil > 0) restsUntil = begun + maxMs;
    try {
      const answer = await inTime(use(), maxMs, () => new Error(`no answer within ${maxMs} ms`));
      restsUntil = 0;
      return answer;
    } catch (failure) {
      restsUntil = now() + restMs;
      throw failure;
    }
  };
  return {
    get: (key) => ask(() => store.get(key)),
    set: (key, value, options) => ask(() => store.set(key, value, options)),
    compareAndSet: (key, swap) => ask(() => store.compareAndSet(key, swap)),
  };
}
