export { withDrivers } from '../../../src/runtime/storage/index.ts';
export type { KeptStores, SetOptions, SqliteOptions, Store, StoreDrivers, Swap } from '../../../src/runtime/storage/index.ts';
