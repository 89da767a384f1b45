import type { Store } from '../../model/store.ts';
import { systemClock, type Awaitable, type Clock } from '../../std/index.ts';

/** A record of a page's store. */
export interface PageRecord {
  readonly value: string;
  /** Milliseconds since the epoch; absent: kept until deleted. */
  readonly endsAt?: number;
}

/** Records while nobody else has them. */
export interface PageRecords {
  read(key: string): Awaitable<PageRecord | undefined>;
  write(key: string, record: PageRecord): Awaitable<void>;
  remove(key: string): Awaitable<void>;
  /** Every key that begins with the text. */
  keys(prefix: string): Awaitable<readonly string[]>;
}

/** Runs work that no other tab and no other call runs between. */
export type Exclusively = <T>(work: (records: PageRecords) => Awaitable<T>) => Promise<T>;

/** A store over records of the browser: every operation reads and writes in one exclusive step, so that each is atomic over all tabs. */
export function createPageStore(exclusively: Exclusively, clock: Clock = systemClock): Store {
  const find = async (records: PageRecords, key: string): Promise<PageRecord | undefined> => {
    const record = await records.read(key);
    if (record?.endsAt === undefined || record.endsAt > clock()) return record;
    await records.remove(key);
    return undefined;
  };
  const recordOf = (value: string, ttlMs: number | undefined): PageRecord =>
    ttlMs === undefined ? { value } : { value, endsAt: clock() + ttlMs };
  return {
    get: (key) => exclusively(async (records) => (await find(records, key))?.value),
    set: (key, value, { ttlMs } = {}) => exclusively((records) => records.write(key, recordOf(value, ttlMs))),
    compareAndSet: (key, { expected, next, ttlMs }) =>
      exclusively(async (records) => {
        if ((await find(records, key))?.value !== expected) return false;
        if (next === undefined) await records.remove(key);
        else await records.write(key, recordOf(next, ttlMs));
        return true;
      }),
    delete: (key) =>
      exclusively(async (records) => {
        const isThere = (await find(records, key)) !== undefined;
        if (isThere) await records.remove(key);
        return isThere;
      }),
    keys: (prefix) =>
      exclusively(async (records) => {
        const kept: string[] = [];
        for (const key of await records.keys(prefix)) if ((await find(records, key)) !== undefined) kept.push(key);
        return kept;
      }),
    increment: (key, by, ttlMs) =>
      exclusively(async (records) => {
        const found = await find(records, key);
        const count = Number(found?.value ?? 0) + by;
        if (!Number.isSafeInteger(count)) throw new TypeError('the value is not a counter');
        await records.write(key, { ...(found ?? recordOf('', ttlMs)), value: String(count) });
        return count;
      }),
    ping: () => exclusively(() => undefined),
    close: async () => {},
  };
}
