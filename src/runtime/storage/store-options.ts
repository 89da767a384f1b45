import { fieldsOf, withoutUndefined } from '../std/index.ts';
import { configInvalid, ServiceError } from '../errors/index.ts';
import { redisDefaults, sqliteDefaults } from '../options/generated.ts';
import { standardBindings } from '../model/index.ts';
import { withDefaults } from '../options/with-defaults.ts';
import { describeText } from '../options/describe-class.ts';
import {
  kvAddressProblem,
  numberRule,
  portRule,
  redisAddressProblem,
  redisProblems,
  sqliteProblems,
  storeProblems,
  textRule,
  type StoreProblem,
} from '../options/store-values.ts';

/** A Redis server over TCP. */
export interface RedisOptions extends Chosen {
  readonly kind: 'redis';
  readonly host: string;
  readonly port: number;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly database: number;
  readonly tls: boolean;
  readonly keyPrefix: string;
  /** Milliseconds; absent unless the option is set. */
  readonly defaultTtlMs?: number | undefined;
}

/** A Redis server behind an HTTP address. */
export interface HttpKvOptions extends Chosen {
  readonly kind: 'http-kv';
  readonly url: string;
  readonly token: string;
  readonly keyPrefix: string;
  readonly defaultTtlMs?: number | undefined;
}

/** A SQLite file on this machine. */
export interface SqliteOptions {
  readonly kind: 'sqlite';
  readonly path: string;
  readonly secret?: string | undefined;
  readonly walMode: boolean;
  readonly ttlCleanupIntervalMs: number;
  readonly busyTimeoutMs: number;
  readonly keyPrefix: string;
  readonly defaultTtlMs?: number | undefined;
}

/** A binding of a worker. */
interface BoundOptions extends Chosen {
  /** Name of the binding. */
  readonly binding: string;
  readonly keyPrefix: string;
  readonly defaultTtlMs?: number | undefined;
}

/** A Durable Object of a worker. */
export interface ObjectOptions extends BoundOptions {
  readonly kind: 'durable-object';
  /** No other server can reach it. */
  readonly isUnshared?: true;
}

/** A KV namespace of a worker, for copies only. */
export interface KvOptions extends BoundOptions {
  readonly kind: 'worker-kv';
}

/** A folder of this machine. */
export interface FilesystemOptions extends Chosen {
  readonly kind: 'filesystem';
  readonly path: string;
  readonly secret?: string | undefined;
  readonly keyPrefix: string;
  readonly defaultTtlMs?: number | undefined;
}

/** This process, where `auto` finds no store and may go on without. */
export interface MemoryOptions extends Chosen {
  readonly kind: 'memory';
  readonly keyPrefix: string;
  /** The part that has a memory for itself: what fills it fills nothing else. */
  readonly of?: string;
  readonly defaultTtlMs?: number | undefined;
}

/** Why `auto` chose a store; absent where the options name it. */
interface Chosen {
  readonly because?: string;
  /** Path of an option that this store does not have. */
  readonly ignores?: string;
}

/** What a `redis` option may name. */
export type SharedStoreOptions = RedisOptions | HttpKvOptions | ObjectOptions | KvOptions | FilesystemOptions | MemoryOptions;

export type StoreOptions = SharedStoreOptions | SqliteOptions;

/** Variables that replace missing options. */
export type StoreVariables = Readonly<
  Partial<Record<'REDIS_URL' | 'REDIS_HOST' | 'KV_REST_API_URL' | 'KV_REST_API_TOKEN' | 'NODE_ENV', string | undefined>>
> & {
  readonly REDIS_PORT?: number | undefined;
  readonly SERVICE_DEPLOYMENT_MODE?: string | undefined;
  /** Of a worker. */
  readonly binding?: (name: string) => unknown;
};

/** Members that `store-values.ts` has checked. */
interface Given {
  readonly url?: string;
  readonly host?: string;
  readonly port?: number;
  readonly db?: number;
  readonly password?: string;
  readonly tls?: boolean;
  readonly token?: string;
  readonly binding?: string;
  readonly path?: string;
  readonly secret?: string;
  readonly walMode?: boolean;
  readonly ttlCleanupIntervalMs?: number;
  readonly busyTimeoutMs?: number;
  readonly keyPrefix?: string;
  readonly defaultTtlMs?: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** The origin of an option, for messages and defaults. */
export interface OptionSource {
  /** Dotted path, for messages. */
  readonly path: string;
  readonly variables: StoreVariables;
  /** What is kept there are copies. */
  readonly isCache?: boolean;
}

/**
 * `memory`, `{ redis }` or `{ sqlite }` as written in the options.
 * @returns undefined for memory
 * @throws {ServiceError} CONFIG_INVALID
 */
export function readStoreOption(value: unknown, { path, variables }: OptionSource): StoreOptions | undefined {
  if (value === undefined || value === 'memory') return undefined;
  refuse(storeProblems(value), path);
  const { redis, sqlite } = fieldsOf(value);
  if (redis === undefined) return readSqliteOption(sqlite, { path: `${path}.sqlite`, variables });
  return readRedisOption(redis, { path: `${path}.redis`, variables });
}

/** The value of a `redis` option: a server over TCP, or what `provider` names in its place. */
export function readRedisOption(value: unknown, source: OptionSource): SharedStoreOptions {
  refuse(redisProblems(value, source), source.path);
  const fields = fieldsOf(value);
  const { provider } = fields;
  if (provider === 'durable-object' || provider === 'worker-kv') return readBound(provider, fields, source);
  if (provider === 'filesystem') return readFolder(fields, source);
  if (provider === 'auto') return chooseStore(fields, source);
  return provider === 'http-kv' ? readHttp(fields, source) : readTcp(fields, source);
}

/**
 * The first store that is configured: variables of a Redis server, variables of an HTTP key-value store, the binding of a worker, the folder. With
 * none of them, memory outside of production or with `fallback: 'memory'`.
 * @throws {ServiceError} CONFIG_INVALID when nothing is there, and for whatever is there and wrong: it is never passed over
 */
function chooseStore(fields: Fields, source: OptionSource): SharedStoreOptions {
  const { variables } = source;
  const { defaultTtlMs, keyPrefix } = fields;
  const common = { keyPrefix, defaultTtlMs };
  const binding = standardBindings['durable-object'];
  // A worker has no TCP client and no files, a function no file that outlives it; their bundles hold no driver for them.
  const isWorker = variables.binding !== undefined;
  const tcp = isWorker ? undefined : (['REDIS_URL', 'REDIS_HOST'] as const).find((name) => variables[name] !== undefined);
  const ignores = fields['encryption'] === undefined ? undefined : `${source.path}.encryption`;
  const chosen = (because: string): Chosen => withoutUndefined({ because, ignores });
  if (tcp !== undefined) return { ...readTcp(common, source), ...chosen(`${tcp} is set`) };
  if (variables.KV_REST_API_URL !== undefined) return { ...readHttp(common, source), ...chosen('KV_REST_API_URL is set') };
  if (variables.binding?.(binding) !== undefined)
    return { ...readBound('durable-object', common, source), ...chosen(`the worker has the binding ${binding}`) };
  const hasDisk = !isWorker && variables.SERVICE_DEPLOYMENT_MODE !== 'serverless';
  if (hasDisk && fields['path'] !== undefined)
    return { ...readFolder(fields, source), because: `${source.path}.path names a folder, and no variable a server` };
  const known = hasDisk
    ? `REDIS_URL, KV_REST_API_URL or ${source.path}.path`
    : isWorker
      ? `KV_REST_API_URL or the binding ${binding}`
      : 'REDIS_URL or KV_REST_API_URL';
  const isProduction = (variables.NODE_ENV ?? (isWorker ? 'production' : '')) === 'production';
  if ((fields['fallback'] ?? (isProduction ? 'error' : 'memory')) === 'error')
    throw invalid(
      `${source.path}.provider`,
      `"auto" found no store: set ${known}. With fallback: "memory" records would end with the process`,
    );
  const { keyPrefix: prefix = redisDefaults.keyPrefix, defaultTtlMs: end } = givenOf(common, shared, source);
  return withoutUndefined({ kind: 'memory', keyPrefix: prefix, defaultTtlMs: end, because: `nothing sets ${known}` });
}

function readFolder(fields: Fields, source: OptionSource): FilesystemOptions {
  const { encryption } = fields;
  const { defaultTtlMs, keyPrefix = redisDefaults.keyPrefix, path } = givenOf(fields, ['path', ...shared], source);
  if (path === undefined) throw invalid(`${source.path}.path`, 'is required: the folder of the records');
  return withoutUndefined({ kind: 'filesystem', path, secret: secretOf(encryption, source), keyPrefix, defaultTtlMs });
}

/** An `encryption` without a secret would leave all values readable. */
function secretOf(encryption: unknown, source: OptionSource): string | undefined {
  const { secret } = givenOf(fieldsOf(encryption), ['secret'], { ...source, path: `${source.path}.encryption` });
  if (encryption !== undefined && secret === undefined) throw invalid(`${source.path}.encryption.secret`, 'is required');
  return secret;
}

function readBound(kind: keyof typeof standardBindings, fields: Fields, source: OptionSource): ObjectOptions | KvOptions {
  const {
    binding = standardBindings[kind],
    defaultTtlMs,
    keyPrefix = redisDefaults.keyPrefix,
  } = givenOf(fields, ['binding', ...shared], source);
  return withoutUndefined({ kind, binding, keyPrefix, defaultTtlMs });
}

/** The value of a `sqlite` option. */
export function readSqliteOption(value: unknown, source: OptionSource): SqliteOptions {
  refuse(sqliteProblems(value), source.path);
  const { encryption, ...fields } = fieldsOf(value);
  const given = givenOf(fields, ['path', 'ttlCleanupIntervalMs', 'busyTimeoutMs', 'defaultTtlMs'], source);
  const { busyTimeoutMs, defaultTtlMs, path, ttlCleanupIntervalMs, walMode } = withDefaults(given, sqliteDefaults);
  if (path === undefined) throw invalid(`${source.path}.path`, 'is required: the file of the database');
  const secret = secretOf(encryption, source);
  return withoutUndefined({ kind: 'sqlite', path, secret, walMode, ttlCleanupIntervalMs, busyTimeoutMs, keyPrefix: '', defaultTtlMs });
}

const shared = ['keyPrefix', 'defaultTtlMs'] as const;

/** Each member: the option, else what an address says, else a variable, else its default. */
function readTcp(fields: Fields, source: OptionSource): RedisOptions {
  const { variables } = source;
  const given = givenOf(fields, ['host', 'url', 'port', 'db', 'password', ...shared], source);
  // The option was checked above; a variable is checked here, under its own name.
  const address = given.url ?? (given.host === undefined ? checkedVariable(variables, 'REDIS_URL', redisAddressProblem) : undefined);
  const named = address === undefined ? {} : readAddress(address);
  const host = given.host ?? named.host ?? variables.REDIS_HOST;
  if (host === undefined) throw invalid(`${source.path}.host`, 'is required, or the variable REDIS_URL or REDIS_HOST');
  return withoutUndefined({
    kind: 'redis',
    host,
    port: given.port ?? named.port ?? variables.REDIS_PORT ?? redisDefaults.port,
    username: named.username,
    password: given.password ?? named.password,
    database: given.db ?? named.database ?? redisDefaults.db,
    tls: given.tls ?? named.tls ?? redisDefaults.tls,
    keyPrefix: given.keyPrefix ?? redisDefaults.keyPrefix,
    defaultTtlMs: given.defaultTtlMs,
  });
}

interface Address {
  readonly host?: string;
  readonly port?: number | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly database?: number | undefined;
  readonly tls?: boolean;
}

function readAddress(address: string): Address {
  const { hostname, password, pathname, port, protocol, username } = new URL(address);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? undefined : Number(port),
    username: decodeURIComponent(username) || undefined,
    password: decodeURIComponent(password) || undefined,
    database: pathname.length > 1 ? Number(pathname.slice(1)) : undefined,
    tls: protocol === 'rediss:',
  };
}

function readHttp(fields: Fields, source: OptionSource): HttpKvOptions {
  const { variables } = source;
  const given = givenOf(fields, ['url', 'token', ...shared], source);
  const url = given.url ?? checkedVariable(variables, 'KV_REST_API_URL', kvAddressProblem);
  const token = given.token ?? variables.KV_REST_API_TOKEN;
  if (url === undefined) throw invalid(`${source.path}.url`, 'is required, or the variable KV_REST_API_URL');
  if (token === undefined) throw invalid(`${source.path}.token`, 'is required, or the variable KV_REST_API_TOKEN');
  const { defaultTtlMs, keyPrefix = redisDefaults.keyPrefix } = given;
  return withoutUndefined({ kind: 'http-kv', url, token, keyPrefix, defaultTtlMs });
}

/** @throws {ServiceError} CONFIG_INVALID naming the variable: the operator who set it may not know the option */
function checkedVariable(
  variables: StoreVariables,
  name: 'REDIS_URL' | 'KV_REST_API_URL',
  problemOf: (value: string) => string | undefined,
): string | undefined {
  const value = variables[name];
  const problem = value === undefined ? undefined : problemOf(value);
  if (value !== undefined && problem !== undefined) throw invalid(`${name}:`, `${problem} (got ${describeText(value)})`);
  return value;
}

/**
 * Members whose forms `store-values.ts` has checked. What a variable leaves that is not there is refused here, at start: an empty text, and `NaN`
 * of a number.
 */
function givenOf(fields: Fields, read: readonly (keyof Given)[], { path }: OptionSource): Given {
  for (const key of read) {
    const value = fields[key];
    if (value === '') throw invalid(`${path}.${key}`, textRule);
    if (Number.isNaN(value)) throw invalid(`${path}.${key}`, key === 'port' ? portRule : numberRule);
  }
  return fields;
}

/** @throws {ServiceError} CONFIG_INVALID with every problem, one a line */
function refuse(problems: readonly StoreProblem[], path: string): void {
  if (problems.length === 0) return;
  const lines = problems.map(({ at, text }) => `${at === '' ? path : `${path}.${at}`} ${text}`);
  throw configInvalid(lines.join('\n'));
}

const invalid = (path: string, problem: string): ServiceError => configInvalid(`${path} ${problem}`);
