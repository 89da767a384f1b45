/** Layer 2: storage of values beyond a process. The public types for packages with store drivers. */
export type { SqliteOptions } from './store-options.ts';
export { plainValues, sealedValues, type ValueSeal } from './drivers/sealed-values.ts';
export type { RedisClient, SetOptions, Store, Swap } from '../model/store.ts';
export type { StoreDrivers } from './server-stores.ts';
