import type { Store } from '../../model/store.ts';
import { connectionError } from '../store-errors.ts';
import { createPageStore, type PageRecord, type PageRecords } from './page-store.ts';

/* As far as IndexedDB is used: https://www.w3.org/TR/IndexedDB-3/ */
interface DbRequest<T> {
  readonly result: T;
  readonly error: Error | null;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}

interface OpenRequest extends DbRequest<Database> {
  onupgradeneeded: (() => void) | null;
  onblocked: (() => void) | null;
}

interface ObjectStore {
  get(key: string): DbRequest<PageRecord | undefined>;
  put(record: PageRecord, key: string): DbRequest<unknown>;
  delete(key: string): DbRequest<unknown>;
  getAllKeys(): DbRequest<readonly unknown[]>;
}

interface Database {
  transaction(store: string, mode: 'readwrite'): { objectStore(name: string): ObjectStore };
  createObjectStore(name: string): unknown;
  close(): void;
}

interface DatabaseFactory {
  open(name: string, version: number): OpenRequest;
}

const records = 'records';

/**
 * A store in the browser's IndexedDB: records outlive the page and are shared by all tabs of its origin, and by nobody else.
 * @param name of the database; `service:` is put before it
 * @throws {StorageConnectionError} from its operations, where the browser has none or refuses it (private windows, a full disk)
 */
export function indexedDbStore(name: string): Store {
  let opened: Promise<Database> | undefined;
  const database = (): Promise<Database> =>
    (opened ??= open(`service:${name}`).catch((failure: unknown) => {
      // The next operation tries again: a person may have freed space.
      opened = undefined;
      throw connectionError('IndexedDB', failure);
    }));
  const store = createPageStore(async (work) => {
    const found = await database();
    return work(recordsIn(found.transaction(records, 'readwrite').objectStore(records)));
  });
  return {
    ...store,
    close: async () => {
      const closing = opened;
      opened = undefined;
      (await closing?.catch(() => undefined))?.close();
    },
  };
}

function open(name: string): Promise<Database> {
  const { indexedDB } = globalThis as { readonly indexedDB?: DatabaseFactory };
  if (indexedDB === undefined) return Promise.reject(new Error('this browser has no IndexedDB'));
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(records);
  return settled(request);
}

/** One transaction: it ends by itself when nothing more is asked for. */
const recordsIn = (store: ObjectStore): PageRecords => ({
  read: (key) => settled(store.get(key)),
  write: async (key, record) => void (await settled(store.put(record, key))),
  remove: async (key) => void (await settled(store.delete(key))),
  keys: async (prefix) => {
    const keys = await settled(store.getAllKeys());
    return keys.filter((key): key is string => typeof key === 'string' && key.startsWith(prefix));
  },
});

const settled = <T>(request: DbRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the request failed'));
  });
