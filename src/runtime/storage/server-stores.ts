import type { Bus } from './bus.ts';
import { DeferredBus, DeferredStore } from './deferred-connections.ts';
import type { Awaitable, Logger } from '../std/index.ts';
import { checkedRecords, sealedRecords, type KeyBytes, type RecordCodec } from './record-codecs.ts';
import { ownIdentity, serverIdentity, storeNamespaceOf, type NamedServer } from './server-identity.ts';
import {
  readStoreOption,
  type FilesystemOptions,
  type HttpKvOptions,
  type KvOptions,
  type MemoryOptions,
  type ObjectOptions,
  type RedisOptions,
  type SqliteOptions,
  type StoreOptions,
} from './store-options.ts';
import type { RedisClient, Store, Swap } from '../model/store.ts';
import { notPlanned } from './store-errors.ts';
import { watchedStore, type StoreWatch } from './watched-store.ts';

/** What opens stores of one kind. A bundle holds the drivers that its options name (features `storage-*`). */
export interface StoreDrivers {
  readonly redis?: { readonly open: (options: RedisOptions) => Promise<Store>; readonly openBus: (options: RedisOptions) => Promise<Bus> };
  readonly 'redis-client'?: { readonly open: (client: RedisClient) => Promise<Store> };
  readonly 'http-kv'?: { readonly open: (options: HttpKvOptions) => Promise<Store> };
  readonly 'durable-object'?: { readonly open: (options: ObjectOptions) => Promise<Store> };
  readonly 'worker-kv'?: { readonly open: (options: KvOptions) => Promise<Store> };
  readonly filesystem?: { readonly open: (options: FilesystemOptions) => Promise<Store> };
  readonly memory?: { readonly open: (options: MemoryOptions) => Promise<Store> };
  readonly sqlite?: { readonly open: (options: SqliteOptions) => Promise<Store> };
}

/** Answers for readiness. */
export interface StoreProbe {
  readonly name: string;
  readonly check: () => Promise<{ readonly status: string }>;
}

/** The server whose stores these are: every record is its own and no other server's. */
export interface StoreOwner extends NamedServer {
  readonly logger: Logger;
}

/** The stores of a server that has drivers. */
export class ServerStores {
  readonly #owner: StoreOwner;
  /** Parts in whose keys something foreign was found: told of once. */
  readonly #foreign = new Set<string>();
  readonly #drivers: StoreDrivers;
  #watch: StoreWatch | undefined;
  readonly #stores = new Map<string, { readonly options: StoreOptions; readonly store: DeferredStore }>();
  readonly #buses = new Map<string, DeferredBus>();
  readonly #opened: DeferredStore[] = [];

  readonly read = readStoreOption;

  constructor(owner: StoreOwner, drivers: StoreDrivers) {
    this.#owner = owner;
    this.#drivers = drivers;
  }

  /** Every step of every store, also of those asked for before. */
  watch(watch: StoreWatch): void {
    this.#watch = watch;
  }

  /**
   * The values of one part.
   * @param prefix of its keys, after the prefix of the options
   * @throws {ServiceError} CONFIG_INVALID when the bundle has no driver for it
   */
  use(options: StoreOptions, prefix: string): Store {
    return this.#useAs(options, { prefix, identity: serverIdentity(this.#owner), codec: checkedRecords });
  }

  /**
   * Values of signing in, which no `storeNamespace` makes another server's.
   * @param keyBytes of the key that they are sealed with; they stand as they are when absent
   */
  useOwn(options: StoreOptions, prefix: string, keyBytes?: KeyBytes): Store {
    const codec = keyBytes === undefined ? checkedRecords : sealedRecords(keyBytes);
    return this.#useAs(options, { prefix, identity: ownIdentity(this.#owner), codec });
  }

  /** A store that the caller opens, under the same rules as the others. */
  useOpened(open: () => Awaitable<Store>, prefix: string): Store {
    const store = new DeferredStore(async () => open());
    this.#opened.push(store);
    return ownedStore(
      watchedStore(store, () => this.#watch),
      {
        prefix: `${prefix}${serverIdentity(this.#owner)}:`,
        codec: checkedRecords,
        foreign: () => this.#tellForeign(prefix),
      },
    );
  }

  /** @throws {ServiceError} CONFIG_INVALID when the bundle has no driver for it */
  useClient(client: RedisClient, prefix: string): Store {
    const { 'redis-client': driver } = this.#drivers;
    if (driver === undefined) throw notPlanned('redis-client');
    return this.useOpened(() => driver.open(client), prefix);
  }

  #useAs(options: StoreOptions, { codec, identity, prefix }: { codec: RecordCodec; identity: string; prefix: string }): Store {
    const name = connectionName(options);
    const shared = this.#stores.get(name) ?? { options, store: new DeferredStore(this.#opener(options)) };
    this.#stores.set(name, shared);
    const watched = watchedStore(shared.store, () => this.#watch);
    const part = options.keyPrefix + prefix;
    return ownedStore(watched, {
      prefix: `${part}${identity}:`,
      codec,
      defaultTtlMs: options.defaultTtlMs,
      foreign: () => this.#tellForeign(part),
    });
  }

  /** Without the record: it may hold a secret, and its key a person's name. */
  #tellForeign(part: string): void {
    if (this.#foreign.has(part)) return;
    this.#foreign.add(part);
    const text = 'a record in the store was not written by this server with its present keys, or was changed: it counts as absent';
    this.#owner.logger.warn(text, { records: part });
  }

  /** Two servers of one name on one store would be one. */
  #tellUnpinned(): void {
    const { http, logger, runtime } = this.#owner;
    const isShared = [...this.#stores.values()].some(({ options }) => !('isUnshared' in options));
    if (!isShared || http.publicUrl !== undefined || storeNamespaceOf(this.#owner) !== undefined) return;
    const text = 'the records of this server are told from those of others on its store by its name alone: set SERVICE_PUBLIC_URL';
    logger.info(`${text}, or storeNamespace`, { name: runtime.model.info.name });
  }

  /** What `auto` took is known here alone: records in memory would be missed after the next start. */
  #tellChosen(options: StoreOptions): void {
    const { because, ignores } = { because: undefined, ignores: undefined, ...options };
    if (because === undefined) return;
    const { logger } = this.#owner;
    if (ignores !== undefined)
      logger.warn('the store that auto chose does not encrypt its values', { store: options.kind, without: ignores });
    const fields = { store: options.kind, because };
    if (options.kind === 'memory') logger.warn('the provider auto keeps records in memory: they end with this process', fields);
    else logger.info(`the provider auto chose a ${options.kind} store`, fields);
  }

  /** Channels that every instance hears; only a Redis server over TCP has them. */
  useBus(options: RedisOptions): Bus {
    const { redis } = this.#drivers;
    if (redis === undefined) throw notPlanned(options.kind);
    const name = connectionName(options);
    const bus = this.#buses.get(name) ?? new DeferredBus(() => redis.openBus(options));
    this.#buses.set(name, bus);
    return bus;
  }

  /** @throws {StorageConnectionError} for the first store that does not answer */
  async open(): Promise<void> {
    this.#tellUnpinned();
    for (const { options } of this.#stores.values()) this.#tellChosen(options);
    await Promise.all([...this.#opened, ...[...this.#stores.values()].map(({ store }) => store)].map((store) => store.open()));
    await Promise.all([...this.#buses.values()].map((bus) => bus.open()));
  }

  get probes(): readonly StoreProbe[] {
    return [...this.#stores.values()].map(({ options, store }) => ({
      name: options.kind,
      check: async () => {
        await store.ping();
        return { status: 'healthy' };
      },
    }));
  }

  async close(): Promise<void> {
    const stores = [...this.#stores.values()].map(({ store }) => store);
    const closings = [...this.#buses.values(), ...stores, ...this.#opened].map((each) => each.close());
    // One that cannot be closed must not keep the others open.
    await Promise.allSettled(closings);
  }

  #opener(options: StoreOptions): () => Promise<Store> {
    const { filesystem, memory, redis, sqlite, 'durable-object': objects, 'http-kv': httpKv, 'worker-kv': kv } = this.#drivers;
    if (options.kind === 'redis' && redis !== undefined) return () => redis.open(options);
    if (options.kind === 'http-kv' && httpKv !== undefined) return () => httpKv.open(options);
    if (options.kind === 'durable-object' && objects !== undefined) return () => objects.open(options);
    if (options.kind === 'worker-kv' && kv !== undefined) return () => kv.open(options);
    if (options.kind === 'sqlite' && sqlite !== undefined) return () => sqlite.open(options);
    if (options.kind === 'filesystem' && filesystem !== undefined) return () => filesystem.open(options);
    if (options.kind === 'memory' && memory !== undefined) return () => memory.open(options);
    throw notPlanned(options.kind);
  }
}

const connectionName = ({ defaultTtlMs: _end, keyPrefix: _prefix, ...connection }: StoreOptions): string =>
  JSON.stringify({ ...connection, because: undefined, ignores: undefined });

interface OwnedStoreOptions {
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
