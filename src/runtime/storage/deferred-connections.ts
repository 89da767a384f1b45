import type { Bus } from './bus.ts';
import { connectionError } from './store-errors.ts';
import type { SetOptions, Store, Swap } from '../model/store.ts';

/** A connection that features receive before the server opens it. */
class DeferredConnection<Opened extends { close(): Promise<void> }> {
  /** For messages. */
  readonly #name: string;
  readonly #connect: () => Promise<Opened>;
  #opening: Promise<Opened> | undefined;
  #opened: Opened | undefined;

  constructor(name: string, connect: () => Promise<Opened>) {
    this.#name = name;
    this.#connect = connect;
  }

  /** Once. @throws {StorageConnectionError} */
  async open(): Promise<void> {
    this.#opened = await (this.#opening ??= this.#connect());
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.close();
  }

  protected get opened(): Opened {
    if (this.#opened === undefined) throw connectionError(this.#name, 'the server has not started, or is closing');
    return this.#opened;
  }
}

export class DeferredStore extends DeferredConnection<Store> implements Store {
  constructor(connect: () => Promise<Store>) {
    super('the store', () => connectAndAsk(connect));
  }

  get = async (key: string): Promise<string | undefined> => this.opened.get(key);
  set = async (key: string, value: string, options?: SetOptions): Promise<void> => this.opened.set(key, value, options);
  compareAndSet = async (key: string, swap: Swap): Promise<boolean> => this.opened.compareAndSet(key, swap);
  delete = async (key: string): Promise<boolean> => this.opened.delete(key);
  keys = async (prefix: string): Promise<readonly string[]> => this.opened.keys(prefix);
  increment = async (key: string, by: number, ttlMs?: number): Promise<number> => this.opened.increment(key, by, ttlMs);
  ping = async (): Promise<void> => this.opened.ping();
}

export class DeferredBus extends DeferredConnection<Bus> implements Bus {
  constructor(connect: () => Promise<Bus>) {
    super('the bus', connect);
  }

  publish = async (channel: string, text: string): Promise<void> => this.opened.publish(channel, text);
  subscribe = async (channel: string, hear: (text: string) => void): Promise<() => Promise<void>> => this.opened.subscribe(channel, hear);
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
