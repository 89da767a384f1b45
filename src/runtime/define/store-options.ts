/*
 * Where something is kept, as options of `@Service` say it. Members that are absent have the defaults of the option table; a value read from
 * the environment may be undefined, and the start then names what is missing.
 */

/** Keys of a store that instances share. */
interface SharedKeys {
  /** Prefix of every key. @default 'mcp:' */
  readonly keyPrefix?: string;
  /** Milliseconds that values live. @default 3_600_000 */
  readonly defaultTtlMs?: number;
}

/** A Redis server. */
export interface RedisServerOptions extends SharedKeys {
  /** Kind of the store. @default 'redis' */
  readonly provider?: 'redis';
  /** Address: `redis://` or `rediss://`, in place of host, port, password, db and tls; of an HTTP key-value store `https://`. */
  readonly url?: string | undefined;
  /** Host name. */
  readonly host?: string | undefined;
  /** Port. @default 6379 */
  readonly port?: number | undefined;
  /** Password. @secret */
  readonly password?: string | undefined;
  /** Database number. @default 0 */
  readonly db?: number | undefined;
  /** Encrypted connection. @default false */
  readonly tls?: boolean;
}

/** A key-value store that speaks HTTP, for workers. It has no channels: see `pubsub`. */
export interface HttpKeyValueOptions extends SharedKeys {
  /** Kind of the store. */
  readonly provider: 'http-kv';
  /** Address: `redis://` or `rediss://`, in place of host, port, password, db and tls; of an HTTP key-value store `https://`. */
  readonly url?: string | undefined;
  /** Token of an HTTP key-value store. @secret */
  readonly token?: string | undefined;
}

/** Records in a Durable Object of the worker, which `wrangler.toml` binds. It has no channels: see `pubsub`. */
export interface DurableObjectOptions extends SharedKeys {
  /** Kind of the store. */
  readonly provider: 'durable-object';
  /** Name of the binding; absent: SERVICE_STORE of a Durable Object, SERVICE_CACHE of a KV namespace. */
  readonly binding?: string;
}

/** A KV namespace of the worker. Its readers may get a former value for a minute, so it keeps copies of documents and nothing else. */
export interface WorkerKvOptions extends SharedKeys {
  /** Kind of the store. */
  readonly provider: 'worker-kv';
  /** Name of the binding; absent: SERVICE_STORE of a Durable Object, SERVICE_CACHE of a KV namespace. */
  readonly binding?: string;
}

/** Encryption of what stands in files. */
interface EncryptedFiles {
  /** Encryption of values. */
  readonly encryption?: {
    /** Key material. @secret */
    readonly secret?: string | undefined;
  };
}

/** A folder of this machine, which its processes share. It has no channels: see `pubsub`. */
export interface FilesystemOptions extends SharedKeys, EncryptedFiles {
  /** Kind of the store. */
  readonly provider: 'filesystem';
  /** Folder of the records; made when absent. With `auto`: taken where no variable names a server. */
  readonly path?: string | undefined;
}

/** The first that is there: REDIS_URL or REDIS_HOST, KV_REST_API_URL, the Durable Object SERVICE_STORE of a worker, the folder `path`. */
export interface AutoStoreOptions extends SharedKeys, EncryptedFiles {
  /** Kind of the store. */
  readonly provider: 'auto';
  /** Folder of the records; made when absent. With `auto`: taken where no variable names a server. */
  readonly path?: string | undefined;
  /** With `auto`, where nothing is there: the start fails, or records end with the process; absent: error in production, else memory. */
  readonly fallback?: 'error' | 'memory';
}

/** A Redis server, or what is kept in its place. */
export type RedisOptions = RedisServerOptions | HttpKeyValueOptions | DurableObjectOptions | FilesystemOptions | AutoStoreOptions;

/** A file of this machine; needs `@service/storage-sqlite` and Node 22.13. */
export interface SqliteOptions {
  /** File of the database. */
  readonly path?: string | undefined;
  /** Encryption of values. */
  readonly encryption?: {
    /** Key material. @secret */
    readonly secret?: string | undefined;
  };
  /** Write-ahead log. @default true */
  readonly walMode?: boolean;
  /** Milliseconds between sweeps. @default 60_000 */
  readonly ttlCleanupIntervalMs?: number;
  /** Milliseconds to wait for a lock. @default 5000 */
  readonly busyTimeoutMs?: number;
  /** Milliseconds that values live. */
  readonly defaultTtlMs?: number;
}

/** A store, or memory. */
export type StorageOptions =
  | 'memory'
  | {
      /** A redis server. @unlisted */
      readonly redis: RedisOptions;
    }
  | {
      /** A file. @unlisted */
      readonly sqlite: SqliteOptions;
    };
