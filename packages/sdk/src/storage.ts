export { withDrivers } from '../../../src/runtime/storage/index.ts';
export type { SetOptions, SqliteOptions, Store, StoreDrivers, StoreUser, Swap } from '../../../src/runtime/storage/index.ts';
