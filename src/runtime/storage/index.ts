/** Layer 2: where values outlive a process. What packages with drivers of their own build on. */
export type { SqliteOptions } from './store-options.ts';
export type { SetOptions, Store, Swap } from './store.ts';
export type { StoreDrivers } from './server-stores.ts';
