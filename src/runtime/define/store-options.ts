/*
 * Where something is kept, as options of `@Service` say it. Members that are absent have the defaults of the option table; a value read from
 * the environment may be undefined, and the start then names what is missing.
 */

/** A Redis server. */
export interface RedisServerOptions {
  readonly provider?: 'redis';
  /** `redis://` or `rediss://`, in place of host, port, password, db and tls. */
  readonly url?: string | undefined;
  readonly host?: string | undefined;
  /** 6379 when absent. */
  readonly port?: number | undefined;
  readonly password?: string | undefined;
  readonly db?: number | undefined;
  readonly tls?: boolean;
  /** Put before every key. */
  readonly keyPrefix?: string;
  /** Milliseconds. */
  readonly defaultTtlMs?: number;
}

/** A key-value store that speaks HTTP, for workers. It has no channels: see `pubsub`. */
export interface HttpKeyValueOptions {
  readonly provider: 'http-kv';
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  readonly keyPrefix?: string;
  /** Milliseconds. */
  readonly defaultTtlMs?: number;
}

export type RedisOptions = RedisServerOptions | HttpKeyValueOptions;

/** A file of this machine; needs `@service/storage-sqlite` and Node 22.13. */
export interface SqliteOptions {
  readonly path?: string | undefined;
  readonly encryption?: { readonly secret?: string | undefined };
  readonly walMode?: boolean;
  /** Milliseconds between two clean-ups of what has expired. */
  readonly ttlCleanupIntervalMs?: number;
  /** Milliseconds to wait for a lock; 5000 when absent. */
  readonly busyTimeoutMs?: number;
  /** Milliseconds. */
  readonly defaultTtlMs?: number;
}

/** A store, or memory. */
export type StorageOptions = 'memory' | { readonly redis: RedisOptions } | { readonly sqlite: SqliteOptions };
