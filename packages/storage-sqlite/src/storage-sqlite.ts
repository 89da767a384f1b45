import { withDrivers, type KeptStores } from '@service/sdk/storage';
import { openSqliteStore } from './open-sqlite-store.ts';

/** What a server hands to its features, as far as this one uses it. */
export interface StorageParts {
  readonly stores: { kept?: KeptStores | undefined };
}

/** Stores in a file of this machine (`sqlite: { path, … }`, wherever the options have one). */
export const storageSqlite = ({ stores }: StorageParts): { readonly name: string } => {
  stores.kept = withDrivers({ sqlite: { open: openSqliteStore } })(stores.kept);
  return { name: 'storage-sqlite' };
};
