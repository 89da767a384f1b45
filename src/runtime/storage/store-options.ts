import { fieldsOf } from '../std/index.ts';
import { configInvalid, ServiceError } from '../errors/index.ts';
import { redisDefaults, sqliteDefaults } from '../options/generated.ts';
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
} from '../options/store-values.ts';
import type { StoreProblem } from '../options/store-values.ts';

/** A Redis server over TCP. */
export interface RedisOptions {
  readonly kind: 'redis';
  readonly host: string;
  readonly port: number;
  readonly username?: string;
  readonly password?: string;
  readonly database: number;
  readonly tls: boolean;
  readonly keyPrefix: string;
  /** Milliseconds; absent unless the option is set. */
  readonly defaultTtlMs?: number;
}

/** A Redis server behind an HTTP address. */
export interface HttpKvOptions {
  readonly kind: 'http-kv';
  readonly url: string;
  readonly token: string;
  readonly keyPrefix: string;
  readonly defaultTtlMs?: number;
}

/** A SQLite file on this machine. */
export interface SqliteOptions {
  readonly kind: 'sqlite';
  readonly path: string;
  readonly secret?: string;
  readonly walMode: boolean;
  readonly ttlCleanupIntervalMs: number;
  readonly busyTimeoutMs: number;
  readonly keyPrefix: string;
  readonly defaultTtlMs?: number;
}

export type StoreOptions = RedisOptions | HttpKvOptions | SqliteOptions;

/** Variables that replace missing options. */
export type StoreVariables = Readonly<
  Partial<Record<'REDIS_URL' | 'REDIS_HOST' | 'KV_REST_API_URL' | 'KV_REST_API_TOKEN', string | undefined>>
> & { readonly REDIS_PORT?: number | undefined };

type Fields = Readonly<Record<string, unknown>>;

/** The origin of an option, for messages and defaults. */
export interface OptionSource {
  /** Dotted path, for messages. */
  readonly path: string;
  readonly variables: StoreVariables;
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

/** The value of a `redis` option: a server over TCP, or behind HTTP with `provider: 'http-kv'`. */
export function readRedisOption(value: unknown, source: OptionSource): RedisOptions | HttpKvOptions {
  refuse(redisProblems(value), source.path);
  const fields = fieldsOf(value);
  return fields['provider'] === 'http-kv' ? readHttp(fields, source) : readTcp(fields, source);
}

/** The value of a `sqlite` option. */
export function readSqliteOption(value: unknown, source: OptionSource): SqliteOptions {
  refuse(sqliteProblems(value), source.path);
  const fields = fieldsOf(value);
  const path = textAt(fields, 'path', source);
  if (path === undefined) throw invalid(`${source.path}.path`, 'is required: the file of the database');
  const secret = textAt(fieldsOf(fields['encryption']), 'secret', { ...source, path: `${source.path}.encryption` });
  // An `encryption` without a secret would leave all values readable.
  if (fields['encryption'] !== undefined && secret === undefined) throw invalid(`${source.path}.encryption.secret`, 'is required');
  return {
    kind: 'sqlite',
    path,
    ...(secret === undefined ? {} : { secret }),
    walMode: fields['walMode'] !== false,
    ttlCleanupIntervalMs: numberAt(fields, 'ttlCleanupIntervalMs', source) ?? sqliteDefaults.ttlCleanupIntervalMs,
    busyTimeoutMs: numberAt(fields, 'busyTimeoutMs', source) ?? sqliteDefaults.busyTimeoutMs,
    keyPrefix: '',
    ...defaultEnd(fields, source),
  };
}

function readTcp(fields: Fields, source: OptionSource): RedisOptions {
  const { variables } = source;
  const host = textAt(fields, 'host', source);
  const own = textAt(fields, 'url', source);
  // The option was checked above; a variable is checked here, under its own name.
  const address = own ?? (host === undefined ? checkedVariable(variables, 'REDIS_URL', redisAddressProblem) : undefined);
  const named = address === undefined ? {} : readAddress(address);
  const found = host ?? named.host ?? variables.REDIS_HOST;
  if (found === undefined) throw invalid(`${source.path}.host`, 'is required, or the variable REDIS_URL or REDIS_HOST');
  const port = numberAt(fields, 'port', source) ?? named.port ?? variables.REDIS_PORT ?? redisDefaults.port;
  const database = numberAt(fields, 'db', source) ?? named.database ?? 0;
  const password = textAt(fields, 'password', source) ?? named.password;
  return {
    kind: 'redis',
    host: found,
    port,
    ...(named.username === undefined ? {} : { username: named.username }),
    ...(password === undefined ? {} : { password }),
    database,
    tls: typeof fields['tls'] === 'boolean' ? fields['tls'] : named.tls === true,
    keyPrefix: textAt(fields, 'keyPrefix', source) ?? redisDefaults.keyPrefix,
    ...defaultEnd(fields, source),
  };
}

interface Address {
  readonly host?: string;
  readonly port?: number;
  readonly username?: string;
  readonly password?: string;
  readonly database?: number;
  readonly tls?: boolean;
}

function readAddress(address: string): Address {
  const { hostname, password, pathname, port, protocol, username } = new URL(address);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port === '' ? {} : { port: Number(port) }),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(pathname.length > 1 ? { database: Number(pathname.slice(1)) } : {}),
    tls: protocol === 'rediss:',
  };
}

function readHttp(fields: Fields, source: OptionSource): HttpKvOptions {
  const url = textAt(fields, 'url', source) ?? checkedVariable(source.variables, 'KV_REST_API_URL', kvAddressProblem);
  const token = textAt(fields, 'token', source) ?? source.variables.KV_REST_API_TOKEN;
  if (url === undefined) throw invalid(`${source.path}.url`, 'is required, or the variable KV_REST_API_URL');
  if (token === undefined) throw invalid(`${source.path}.token`, 'is required, or the variable KV_REST_API_TOKEN');
  return {
    kind: 'http-kv',
    url,
    token,
    keyPrefix: textAt(fields, 'keyPrefix', source) ?? redisDefaults.keyPrefix,
    ...defaultEnd(fields, source),
  };
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

const defaultEnd = (fields: Fields, source: OptionSource): { defaultTtlMs?: number } => {
  const ttl = numberAt(fields, 'defaultTtlMs', source);
  return ttl === undefined ? {} : { defaultTtlMs: ttl };
};

function textAt(fields: Fields, key: string, { path }: OptionSource): string | undefined {
  const value = fields[key];
  if (value === '') throw invalid(`${path}.${key}`, textRule);
  return typeof value === 'string' ? value : undefined;
}

/** @throws {ServiceError} CONFIG_INVALID for `NaN`, the result of `Number(process.env.X)` without the variable */
function numberAt(fields: Fields, key: string, { path }: OptionSource): number | undefined {
  const value = fields[key];
  if (Number.isNaN(value)) throw invalid(`${path}.${key}`, key === 'port' ? portRule : numberRule);
  return typeof value === 'number' ? value : undefined;
}

/** @throws {ServiceError} CONFIG_INVALID with every problem, one a line */
function refuse(problems: readonly StoreProblem[], path: string): void {
  if (problems.length === 0) return;
  const lines = problems.map(({ at, text }) => `${at === '' ? path : `${path}.${at}`} ${text}`);
  throw configInvalid(lines.join('\n'));
}

const invalid = (path: string, problem: string): ServiceError => configInvalid(`${path} ${problem}`);
