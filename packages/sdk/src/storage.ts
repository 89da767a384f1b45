export type { SetOptions, SqliteOptions, Store, StoreDrivers, Swap } from '../../../src/runtime/storage/index.ts';
