import { withDrivers, type StoreUser } from '@service/sdk/storage';
import { openSqliteStore } from './open-sqlite-store.ts';

/** Stores in a file of this machine (`sqlite: { path, … }`, wherever the options have one). */
export const storageSqlite = (parts: StoreUser): { readonly name: string } => {
  withDrivers({ sqlite: { open: openSqliteStore } }, parts);
  return { name: 'storage-sqlite' };
};
