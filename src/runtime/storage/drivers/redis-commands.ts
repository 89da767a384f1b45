import type { SetOptions, Store, Swap } from '../store.ts';
import { checkPong, textOrNothing, wholeNumber } from './redis-replies.ts';
import { redisScripts } from './redis-scripts.ts';

/** Runs one command and gives what Redis answered. */
export type RunCommand = (command: readonly string[]) => Promise<unknown>;

/** Keys that one step of a listing looks at. */
const scannedAtOnce = '500';

/** The store's operations as commands; how they travel is the matter of the two drivers. */
export function redisOperations(run: RunCommand): Omit<Store, 'close'> {
  const swap = async (key: string, { expected, next, ttlMs }: Swap): Promise<boolean> => {
    // A value whose end has come is absent.
    const kept = ttlMs !== undefined && ttlMs <= 0 ? undefined : next;
    const command = ['EVAL', redisScripts.compareAndSet, '1', key, argument(expected), argument(kept), endArgument(kept, ttlMs)];
    return wholeNumber('EVAL', await run(command)) === 1;
  };
  return {
    get: async (key) => textOrNothing('GET', await run(['GET', key])),
    set: async (key, value, { ttlMs }: SetOptions = {}) => {
      if (ttlMs === undefined) await run(['SET', key, value]);
      else await run(ttlMs <= 0 ? ['DEL', key] : ['SET', key, value, 'PX', wholeMs(ttlMs)]);
    },
    compareAndSet: swap,
    delete: async (key) => wholeNumber('DEL', await run(['DEL', key])) === 1,
    keys: (prefix) => scan(run, prefix),
    increment: async (key, by, ttlMs) =>
      wholeNumber('EVAL', await run(['EVAL', redisScripts.increment, '1', key, String(by), ttlMs === undefined ? '' : wholeMs(ttlMs)])),
    ping: async () => checkPong(await run(['PING'])),
  };
}

/** A listing may name a key twice while Redis moves its table. */
async function scan(run: RunCommand, prefix: string): Promise<readonly string[]> {
  const pattern = `${prefix.replaceAll(/[\\*?[\]^-]/g, '\\$&')}*`;
  const found = new Set<string>();
  let cursor = '0';
  do {
    const answer = await run(['SCAN', cursor, 'MATCH', pattern, 'COUNT', scannedAtOnce]);
    const [next, keys] = listOf(answer);
    if (!Array.isArray(keys)) throw new TypeError('SCAN answered no list');
    for (const key of keys) if (typeof key === 'string') found.add(key);
    cursor = String(next);
  } while (cursor !== '0');
  return [...found];
}

const argument = (value: string | undefined): string => (value === undefined ? '-' : `=${value}`);
const endArgument = (value: string | undefined, ttlMs: number | undefined): string =>
  value === undefined || ttlMs === undefined ? '' : wholeMs(ttlMs);
/** Redis knows no part of a millisecond, and refuses an end that has come. */
const wholeMs = (ttlMs: number): string => String(Math.max(1, Math.ceil(ttlMs)));
const listOf = (answer: unknown): readonly unknown[] => (Array.isArray(answer) ? answer : []);
