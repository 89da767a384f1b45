import type { StoreDrivers } from '@service/sdk/storage';
import { openSqliteStore } from './open-sqlite-store.ts';

interface DriverFeature {
  readonly name: string;
  readonly contributes: readonly ['storeDrivers'];
  create(): { readonly contributes: { readonly storeDrivers: StoreDrivers } };
}

/** Stores in a file of this machine (`sqlite: { path, … }`, wherever the options have one). */
export const storageSqlite: DriverFeature = {
  name: 'storage-sqlite',
  contributes: ['storeDrivers'],
  create: () => ({ contributes: { storeDrivers: { sqlite: { open: openSqliteStore } } } }),
};
