/** The feature that opens SQLite stores; imported by the entry that a build writes when an option asks for `sqlite`. */
export { openSqliteStore, storageSqlite } from './open-sqlite-store.ts';
