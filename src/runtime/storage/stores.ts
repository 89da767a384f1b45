import type { Bus } from './bus.ts';
import type { ServerStores } from './server-stores.ts';
import { notPlanned } from './store-errors.ts';
import type { OptionSource, RedisOptions, StoreOptions } from './store-options.ts';
import type { KeyBytes } from './record-codecs.ts';
import type { RedisClient, Store } from '../model/store.ts';
import { type Awaitable, fieldsOf } from '../std/index.ts';

/**
 * The stores of one server, brought by the feature `stores`; most servers keep nothing. Parts ask for theirs while they are put together, and
 * get one that works once the server has started: equal options share one connection, all of them are reached before anything listens, and
 * they are closed after everything else.
 */
export type Stores = ServerStores;

/**
 * `memory`, `{ redis }` or `{ sqlite }` as written in the options; the reader comes with the first driver too.
 * @returns undefined for memory
 * @throws {ServiceError} CONFIG_INVALID, also when the bundle has no driver at all
 */
export function readStore(stores: Stores | undefined, value: unknown, source: OptionSource): StoreOptions | undefined {
  if (value === undefined || value === 'memory') return undefined;
  return keptIn(stores, typeof value === 'object' && value !== null && 'sqlite' in value ? 'sqlite' : 'redis').read(value, source);
}

/**
 * The values of one part.
 * @param prefix of its keys, after the prefix of the options
 * @throws {ServiceError} CONFIG_INVALID when the bundle has no driver for it
 */
export const useStore = (stores: Stores | undefined, options: StoreOptions, prefix: string): Store =>
  keptIn(stores, options.kind).use(options, prefix);

/**
 * The values of one part, in `memory` too, by the options as they are written.
 * @throws {ServiceError} CONFIG_INVALID for wrong options, and when the bundle has no driver for them
 */
export function useStored(
  stores: Stores | undefined,
  value: unknown,
  { part, ...source }: OptionSource & { readonly part: string },
): Store {
  const { client, open } = fieldsOf(value);
  if (typeof open === 'function') return keptIn(stores, 'own').useOpened(open as () => Awaitable<Store>, part);
  if (client !== undefined) return keptIn(stores, 'redis-client').useClient(client as RedisClient, part);
  const options = readStore(stores, value, source) ?? { kind: 'memory' as const, keyPrefix: '', of: part };
  return useStore(stores, options, part);
}

/** As {@link useStore}, for what servers share under no `storeNamespace`: people, their clients, grants and secrets. */
export const useOwnStore = (
  stores: Stores | undefined,
  options: StoreOptions,
  { keyBytes, prefix }: { readonly prefix: string; readonly keyBytes?: KeyBytes },
): Store => keptIn(stores, options.kind).useOwn(options, prefix, keyBytes);

/** Channels that every instance hears; only a Redis server over TCP has them. */
export const useBus = (stores: Stores | undefined, options: RedisOptions): Bus => keptIn(stores, options.kind).useBus(options);

function keptIn(stores: Stores | undefined, kind: string): ServerStores {
  if (stores === undefined) throw notPlanned(kind);
  return stores;
}
