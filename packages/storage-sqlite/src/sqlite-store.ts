import { messageOf } from '@service/sdk/internal';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { StorageConnectionError } from '@service/sdk/errors';
import type { SetOptions, Store, Swap, ValueSeal } from '@service/sdk/storage';

export interface SqliteStoreParts {
  readonly values: ValueSeal;
  readonly now: () => number;
  /** Milliseconds between removals of expired rows; 0: never. */
  readonly cleanupMs: number;
}

interface Found {
  readonly value: string;
  readonly endsAt: number | null;
}

/** A store in one table. Writes are transactions that take the lock before they read, so other processes wait for their turn. */
export class SqliteStore implements Store {
  readonly #database: DatabaseSync;
  readonly #values: ValueSeal;
  readonly #now: () => number;
  readonly #timer: ReturnType<typeof setInterval> | undefined;
  readonly #select: StatementSync;
  readonly #upsert: StatementSync;
  readonly #remove: StatementSync;
  readonly #list: StatementSync;
  readonly #clean: StatementSync;

  constructor(database: DatabaseSync, { cleanupMs, now, values }: SqliteStoreParts) {
    this.#database = database;
    this.#values = values;
    this.#now = now;
    this.#select = database.prepare('SELECT value, ends_at FROM entries WHERE key = ? AND (ends_at IS NULL OR ends_at > ?)');
    this.#upsert = database.prepare(
      'INSERT INTO entries (key, value, ends_at) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, ends_at = excluded.ends_at',
    );
    this.#remove = database.prepare('DELETE FROM entries WHERE key = ?');
    // A range and not LIKE: no character of a prefix means another, and the index serves it.
    this.#list = database.prepare('SELECT key FROM entries WHERE key >= ? AND (ends_at IS NULL OR ends_at > ?) ORDER BY key');
    this.#clean = database.prepare('DELETE FROM entries WHERE ends_at <= ?');
    if (cleanupMs > 0) this.#timer = setInterval(() => this.#cleanUp(), cleanupMs).unref();
  }

  get = async (key: string): Promise<string | undefined> => guarded(() => this.#find(key)?.value);

  set = async (key: string, value: string, { ttlMs }: SetOptions = {}): Promise<void> =>
    guarded(() => this.#put(key, value, this.#endOf(ttlMs)));

  compareAndSet = async (key: string, { expected, next, ttlMs }: Swap): Promise<boolean> =>
    this.#transaction(() => {
      if (this.#find(key)?.value !== expected) return false;
      if (next === undefined) this.#remove.run(key);
      else this.#put(key, next, this.#endOf(ttlMs));
      return true;
    });

  delete = async (key: string): Promise<boolean> =>
    this.#transaction(() => {
      const found = this.#select.get(key, this.#now()) !== undefined;
      this.#remove.run(key);
      return found;
    });

  keys = async (prefix: string): Promise<readonly string[]> =>
    guarded(() => {
      const keys: string[] = [];
      for (const row of this.#list.iterate(prefix, this.#now())) {
        const key = row['key'];
        if (typeof key !== 'string' || !key.startsWith(prefix)) break;
        keys.push(key);
      }
      return keys;
    });

  increment = async (key: string, by: number, ttlMs?: number): Promise<number> =>
    this.#transaction(() => {
      const found = this.#find(key);
      const count = Number(found?.value ?? 0) + by;
      if (!Number.isSafeInteger(count)) throw new TypeError('the value is not a counter');
      this.#put(key, String(count), found === undefined ? this.#endOf(ttlMs) : found.endsAt);
      return count;
    });

  ping = async (): Promise<void> => guarded(() => void this.#select.get('', this.#now()));

  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#database.isOpen) this.#database.close();
  }

  /** Expiry of a value in milliseconds since the epoch; undefined when it is absent or does not expire. */
  endOf(key: string): number | undefined {
    return this.#find(key)?.endsAt ?? undefined;
  }

  #find(key: string): Found | undefined {
    const row = this.#select.get(key, this.#now());
    const value = row?.['value'];
    if (!(value instanceof Uint8Array)) return undefined;
    const endsAt = row?.['ends_at'];
    return { value: this.#values.open(key, value), endsAt: typeof endsAt === 'number' ? endsAt : null };
  }

  #put(key: string, value: string, endsAt: number | null): void {
    this.#upsert.run(key, this.#values.seal(key, value), endsAt);
  }

  readonly #endOf = (ttlMs: number | undefined): number | null => (ttlMs === undefined ? null : Math.ceil(this.#now() + ttlMs));

  /** Takes the lock before the first read: of two processes that read and then write, the second would overwrite the first's value unseen. */
  #transaction<T>(step: () => T): T {
    return guarded(() => {
      this.#database.exec('BEGIN IMMEDIATE');
      try {
        const result = step();
        this.#database.exec('COMMIT');
        return result;
      } catch (failure) {
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
        throw failure;
      }
    });
  }

  #cleanUp(): void {
    try {
      this.#clean.run(this.#now());
    } catch {
      // Locked by another process: the next round removes it.
    }
  }
}

/** Turns errors of SQLite (locked too long, disk full, closed) into StorageConnectionError; other errors pass unchanged. */
function guarded<T>(step: () => T): T {
  try {
    return step();
  } catch (failure) {
    const code: unknown = failure instanceof Error && 'code' in failure ? failure.code : undefined;
    if (code !== 'ERR_SQLITE_ERROR' && code !== 'ERR_INVALID_STATE') throw failure;
    throw new StorageConnectionError('SQLite', messageOf(failure));
  }
}
