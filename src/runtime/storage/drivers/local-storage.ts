import type { Store } from '../../model/store.ts';
import { isRecord } from '../../std/index.ts';
import { connectionError } from '../store-errors.ts';
import { createPageStore, type PageRecord, type PageRecords } from './page-store.ts';

interface TextStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

interface Page {
  readonly localStorage?: TextStorage;
  readonly navigator?: { readonly locks?: { request<T>(name: string, work: () => Promise<T>): Promise<T> } };
}

/**
 * A store in the browser's localStorage, for few and small records: a browser keeps about 5 MB for an origin. Tabs wait for each other by
 * a lock of the browser, which pages over HTTPS and on the loopback have.
 * @param name of the store; every key is kept below `service:<name>:`
 * @throws {StorageConnectionError} from its operations, where the browser has none, refuses it or has no room
 */
export function localStorageStore(name: string): Store {
  const prefix = `service:${name}:`;
  return createPageStore(async (work) => {
    try {
      const { localStorage, navigator } = globalThis as Page;
      const locks = navigator?.locks;
      if (localStorage === undefined) throw new Error('this browser has no localStorage');
      if (locks === undefined) throw new Error('this page has no locks: serve it over HTTPS');
      return await locks.request(prefix, async () => work(recordsIn(localStorage, prefix)));
    } catch (failure) {
      // What the caller did wrong is told as it is.
      throw failure instanceof TypeError ? failure : connectionError('localStorage', failure);
    }
  });
}

const recordsIn = (storage: TextStorage, own: string): PageRecords => ({
  read: (key) => parse(storage.getItem(own + key)),
  write: (key, record) => storage.setItem(own + key, JSON.stringify(record)),
  remove: (key) => storage.removeItem(own + key),
  keys: (prefix) =>
    Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
      .filter((key) => key.startsWith(own + prefix))
      .map((key) => key.slice(own.length)),
});

/** Another script of the origin may write what it likes. */
function parse(text: string | null): PageRecord | undefined {
  if (text === null) return undefined;
  try {
    const record: unknown = JSON.parse(text);
    if (!isRecord(record) || typeof record['value'] !== 'string') return undefined;
    const { endsAt, value } = record;
    return typeof endsAt === 'number' ? { value, endsAt } : { value };
  } catch {
    return undefined;
  }
}
