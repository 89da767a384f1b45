import { connectionError } from './connection-error.ts';
import type { SetOptions, Store, Swap } from './store.ts';

/** A store that features receive before it is connected. */
export class DeferredStore implements Store {
  readonly #connect: () => Promise<Store>;
  #opening: Promise<Store> | undefined;
  #opened: Store | undefined;

  constructor(connect: () => Promise<Store>) {
    this.#connect = connect;
  }

  /** Once. @throws {StorageConnectionError} */
  async open(): Promise<void> {
    this.#opened = await (this.#opening ??= connectAndAsk(this.#connect));
  }

  get = async (key: string): Promise<string | undefined> => this.#store.get(key);
  set = async (key: string, value: string, options?: SetOptions): Promise<void> => this.#store.set(key, value, options);
  compareAndSet = async (key: string, swap: Swap): Promise<boolean> => this.#store.compareAndSet(key, swap);
  delete = async (key: string): Promise<boolean> => this.#store.delete(key);
  keys = async (prefix: string): Promise<readonly string[]> => this.#store.keys(prefix);
  increment = async (key: string, by: number, ttlMs?: number): Promise<number> => this.#store.increment(key, by, ttlMs);
  ping = async (): Promise<void> => this.#store.ping();

  async close(): Promise<void> {
    const store = this.#opened;
    this.#opened = undefined;
    await store?.close();
  }

  get #store(): Store {
    if (this.#opened === undefined) throw connectionError('the store', 'the server has not started, or is closing');
    return this.#opened;
  }
}

/** Connects and pings: a store over HTTP has no connection whose failure would show that it is away. */
async function connectAndAsk(connect: () => Promise<Store>): Promise<Store> {
  const store = await connect();
  try {
    await store.ping();
  } catch (failure) {
    await store.close().catch(() => undefined);
    throw failure;
  }
  return store;
}
