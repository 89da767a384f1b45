import type { StoreDrivers } from '@service/sdk/storage';
import { openSqliteStore } from './open-sqlite-store.ts';

interface DriverFeature {
  readonly name: string;
  readonly contributes: readonly ['storeDrivers'];
  create(): { readonly contributes: { readonly storeDrivers: StoreDrivers } };
}

/** The feature that provides SQLite stores (`sqlite: { path, … }` in any option). */
export const storageSqlite: DriverFeature = {
  name: 'storage-sqlite',
  contributes: ['storeDrivers'],
  create: () => ({ contributes: { storeDrivers: { sqlite: { open: openSqliteStore } } } }),
};
