/** Layer 2: storage of values beyond a process. The public types for packages with store drivers. */
export type { SqliteOptions } from './store-options.ts';
export type { SetOptions, Store, Swap } from './store.ts';
export type { StoreDrivers } from './server-stores.ts';
