/** Layer 2: where values outlive a process. What packages with drivers of their own build on. */
export type { SqliteOptions } from './store-options.ts';
export type { SetOptions, Store, Swap } from './store.ts';
export { withDrivers } from './kept-stores.ts';
export type { StoreDrivers, StoreUser } from './kept-stores.ts';
