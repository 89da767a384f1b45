import type { Bus } from './bus.ts';
import type { KeptStores, StoreProbe } from './kept-stores.ts';
import { notPlanned } from './not-planned.ts';
import type { OptionPlace, RedisOptions, StoreOptions } from './store-options.ts';
import type { Store } from './store.ts';
import type { StoreWatch } from './watched-store.ts';

/**
 * The stores of one server. Parts ask for theirs while they are put together, and get one that works once the server has started: equal
 * options share one connection, all of them are reached before anything listens, and they are closed after everything else. Everything
 * for that comes with the first driver: most servers keep nothing.
 */
export class Stores {
  #kept: KeptStores | undefined;

  register(bring: (kept: KeptStores | undefined) => KeptStores): void {
    this.#kept = bring(this.#kept);
  }

  /** Every step of every store, also of those asked for before. */
  watch(watch: StoreWatch): void {
    this.#kept?.watch(watch);
  }

  /**
   * `memory`, `{ redis }` or `{ sqlite }` as written in the options; the reader comes with the first driver too.
   * @returns undefined for memory
   * @throws {ServiceError} CONFIG_INVALID, also when the bundle has no driver at all
   */
  read(value: unknown, place: OptionPlace): StoreOptions | undefined {
    if (value === undefined || value === 'memory') return undefined;
    if (this.#kept === undefined) throw notPlanned(typeof value === 'object' && value !== null && 'sqlite' in value ? 'sqlite' : 'redis');
    return this.#kept.read(value, place);
  }

  /**
   * The values of one part.
   * @param prefix of its keys, after the prefix of the options
   * @throws {ServiceError} CONFIG_INVALID when the bundle has no driver for it
   */
  use(options: StoreOptions, prefix: string): Store {
    if (this.#kept === undefined) throw notPlanned(options.kind);
    return this.#kept.use(options, prefix);
  }

  /** Channels that every instance hears; only a Redis server over TCP has them. */
  useBus(options: RedisOptions): Bus {
    if (this.#kept === undefined) throw notPlanned(options.kind);
    return this.#kept.useBus(options);
  }

  /** @throws {StorageConnectionError} for the first store that does not answer */
  async open(): Promise<void> {
    await this.#kept?.open();
  }

  get probes(): readonly StoreProbe[] {
    return this.#kept?.probes ?? [];
  }

  async close(): Promise<void> {
    await this.#kept?.close();
  }
}
