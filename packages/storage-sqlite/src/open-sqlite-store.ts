import type { DatabaseSync } from 'node:sqlite';
import { dirname } from 'node:path';
import { mkdirSync } from 'node:fs';
import { configInvalid, messageOf } from '@service/sdk/internal';
import { ServiceError, SqliteDecryptionError, StorageConnectionError } from '@service/sdk/errors';
import { plainValues, sealedValues, type SqliteOptions, type Store, type StoreDrivers, type ValueSeal } from '@service/sdk/storage';
import { SqliteStore } from './sqlite-store.ts';

/** Record that each store holds from its first opening; with another secret, or without one, it reads as another value. */
const check = { key: 'service:check', value: 'opened with the right secret' };

/**
 * Opens or makes the database.
 * @throws {SqliteDecryptionError} for a database that was written with another `encryption.secret`
 * @throws {StorageConnectionError} when the file cannot be opened
 * @throws {ServiceError} CONFIG_INVALID on a Node without SQLite
 */
export async function openSqliteStore(options: SqliteOptions, now: () => number = Date.now): Promise<Store> {
  const Database = await loadSqlite().catch((failure: unknown) => {
    throw configInvalid(messageOf(failure));
  });
  const values = options.secret === undefined ? plainValues : sealed(options.secret);
  const database = open(() => prepare(Database, options), options.path);
  try {
    open(() => checkSecret(database, values), options.path);
  } catch (failure) {
    database.close();
    throw failure;
  }
  return new SqliteStore(database, { values, now, cleanupMs: options.ttlCleanupIntervalMs });
}

const sealed = (secret: string): ValueSeal =>
  sealedValues({
    secret,
    label: 'service/storage-sqlite/v1',
    failure: () => new SqliteDecryptionError('a value of the SQLite store was written with another encryption.secret, or changed'),
  });

function open<T>(step: () => T, path: string): T {
  try {
    return step();
  } catch (failure) {
    if (failure instanceof ServiceError) throw failure;
    throw new StorageConnectionError('SQLite', `${path}: ${messageOf(failure)}`);
  }
}

function prepare(Database: typeof DatabaseSync, { busyTimeoutMs, path, walMode }: SqliteOptions): DatabaseSync {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const database = new Database(path);
  try {
    // First, so that the steps below wait for another process that is doing the same.
    database.exec(`PRAGMA busy_timeout = ${Math.trunc(busyTimeoutMs)}`);
    database.exec(`PRAGMA journal_mode = ${walMode ? 'WAL' : 'DELETE'}`);
    // With a write-ahead log what was acknowledged outlives this process, and a loss of power takes the last moments at most; waiting for
    // the disk at every write would hold up every other request. Without the log a loss of power could damage the file.
    database.exec(`PRAGMA synchronous = ${walMode ? 'NORMAL' : 'FULL'}`);
    database.exec('CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value BLOB NOT NULL, ends_at INTEGER) WITHOUT ROWID, STRICT');
    database.exec('CREATE INDEX IF NOT EXISTS entries_by_end ON entries (ends_at) WHERE ends_at IS NOT NULL');
    return database;
  } catch (failure) {
    database.close();
    throw failure;
  }
}

function checkSecret(database: DatabaseSync, values: ValueSeal): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const row = database.prepare('SELECT value FROM entries WHERE key = ?').get(check.key);
    if (row === undefined) {
      database.prepare('INSERT INTO entries (key, value) VALUES (?, ?)').run(check.key, values.seal(check.key, check.value));
    } else if (!(row['value'] instanceof Uint8Array) || values.open(check.key, row['value']) !== check.value) {
      throw new SqliteDecryptionError('the SQLite store was written with another encryption.secret');
    }
    database.exec('COMMIT');
  } catch (failure) {
    database.exec('ROLLBACK');
    throw failure;
  }
}

const needed = 'the sqlite store needs Node >= 22.13 (node:sqlite)';

/**
 * Node's own SQLite, only when a store is opened: older versions have no such module and must still be able to load the bundle.
 * @throws {Error} that names the version that is needed and the one that was found
 */
export async function loadSqlite(version = process.versions.node): Promise<typeof DatabaseSync> {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 13)) throw new Error(`${needed}, found v${version}`);
  return (await import('node:sqlite')).DatabaseSync;
}

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
