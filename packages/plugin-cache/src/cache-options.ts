import { checkPluginOptions, type PluginStorage, type RedisOptions } from '@service/sdk/define';
import { isRecord } from '@service/sdk/internal';
import type { RedisClient } from '@service/sdk/storage';

/** Field `cache` of a tool. */
export interface CacheField {
  /** Seconds that a result is kept; `defaultTTL` of the plugin when absent. */
  readonly ttl?: number;
  /** A hit begins the time again. @default false */
  readonly slideWindow?: boolean;
}

/** Options of {@link CachePlugin.init}. */
export type CacheOptions = CommonOptions & (MemoryCache | RedisCache | ClientCache | GlobalCache);

interface CommonOptions {
  /** Seconds that a result is kept where the tool says nothing else. @default 86_400 */
  readonly defaultTTL?: number;
  /** Names of further tools, as clients see them, whose results are kept: `*` stands for any characters, `?` for one. @default [] */
  readonly toolPatterns?: readonly string[];
  /**
   * Maximum number of kept results. One person may use an eighth of it, all anonymous callers together a half; above that share, a caller's own
   * results are evicted. A store enforces only these shares, and 256 Ki characters for each result.
   * @default 10_000
   */
  readonly maxResults?: number;
  /** Header of a request that neither takes results from the store nor leaves one there: `true` or `1`. @default 'x-service-disable-cache' */
  readonly bypassHeader?: string;
}

interface MemoryCache {
  /** In this process: at most `maxResults`, and 64 Mi characters of them. */
  readonly type?: 'memory';
}

interface RedisCache {
  /** In a store of its own. */
  readonly type: 'redis';
  /** As the option `redis` of `@Service`. */
  readonly config: RedisOptions;
}

interface ClientCache {
  /** In a Redis server that the project's own client is connected to. */
  readonly type: 'redis-client';
  /** A client of `redis` or `ioredis`. It is not closed with the server. */
  readonly client: RedisClient;
}

interface GlobalCache {
  /** In the store of `@Service`. */
  readonly type: 'global-store';
}

export const defaults = { defaultTTL: 86_400, toolPatterns: [], maxResults: 10_000, bypassHeader: 'x-service-disable-cache' } as const;

const isSeconds = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value > 0;
const types = ['memory', 'redis', 'redis-client', 'global-store'];

/** @throws {ServiceError} INVALID_DECORATOR_METADATA with every fault, one a line */
export function checkCacheOptions(options: object): void {
  const type: unknown = Reflect.get(options, 'type');
  checkPluginOptions('cache', options, {
    type: (value) => (types.includes(String(value)) ? undefined : types.map((name) => `"${name}"`).join(', ')),
    config: (value) => (type === 'redis' && isRecord(value) ? undefined : 'options of a Redis server, with type "redis"'),
    client: (value) => (type === 'redis-client' && isRecord(value) ? undefined : 'a Redis client, with type "redis-client"'),
    defaultTTL: (value) => (isSeconds(value) ? undefined : 'a number of seconds above 0'),
    maxResults: (value) =>
      Number.isSafeInteger(value) && Number(value) >= 8 && Number(value) <= 1_000_000 ? undefined : 'a whole number from 8 to 1000000',
    toolPatterns: (value) =>
      Array.isArray(value) && value.every((pattern) => typeof pattern === 'string') ? undefined : 'a list of names, which may hold * and ?',
    bypassHeader: (value) =>
      typeof value === 'string' && /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(value) ? undefined : 'the name of an HTTP header',
  });
  const missing = type === 'redis' ? 'config' : type === 'redis-client' ? 'client' : undefined;
  if (missing !== undefined && Reflect.get(options, missing) === undefined)
    checkPluginOptions('cache', { [missing]: null }, { [missing]: () => `given with type "${String(type)}"` });
}

/** Where results are kept; nowhere beside the process for `memory`. */
export function storageOf(options: CacheOptions): PluginStorage | undefined {
  if (options.type === 'redis') return { redis: options.config };
  if (options.type === 'redis-client') return { client: options.client };
  return options.type === 'global-store' ? 'global' : undefined;
}

/** How long a tool's results are kept; undefined for a tool whose results are not. */
export function keepingOf(field: unknown): CacheField | undefined {
  if (field === true) return {};
  if (!isRecord(field)) return undefined;
  const { slideWindow, ttl } = field;
  return { ...(isSeconds(ttl) ? { ttl: Number(ttl) } : {}), slideWindow: slideWindow === true };
}
