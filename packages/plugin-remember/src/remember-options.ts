import {
  checkPluginOptions,
  type HttpKeyValueOptions,
  type PluginOptionRule,
  type PluginStorage,
  type RedisOptions,
} from '@service/sdk/define';
import { isRecord } from '@service/sdk/internal';
import type { RedisClient } from '@service/sdk/storage';
import { maxTtl, scopes, type MemoryScope } from './memories.ts';

/** Options of {@link RememberPlugin.init}. */
export type RememberOptions = CommonOptions & (MemoryMemory | RedisMemory | ClientMemory | HttpMemory | GlobalMemory);

interface CommonOptions {
  /** Seconds that a memory is kept where nothing else is said; until it is forgotten when absent. */
  readonly defaultTTL?: number;
  /**
   * Characters that the memories of one owner may take as they are kept, each counted as 1,024 at least: of a session, of a person, of a
   * person in one entry, and sixteen times as many of everybody in the scope `global`. What is beyond it is refused.
   * @default 4_194_304
   */
  readonly maxPerOwner?: number;
  /** Of all keys in the store. @default 'remember:' */
  readonly keyPrefix?: string;
  /** Encryption of values: AES-256-GCM, bound to their keys. */
  readonly encryption?: {
    /** False leaves values readable in the store. @default true */
    readonly enabled?: boolean;
    /** At least 32 characters; the variable MCP_MEMORY_SECRET or REMEMBER_SECRET when absent. @secret */
    readonly customKey?: string | undefined;
  };
  /** Tools for the model: `remember_this`, `recall`, `forget`, `list_memories`. */
  readonly tools?: {
    /** Whether there are any. @default false */
    readonly enabled?: boolean;
    /** Scopes that they may name; the first, or `session`, where they name none. @default ['session', 'user', 'tool'] */
    readonly allowedScopes?: readonly MemoryScope[];
    /** Before their names. */
    readonly prefix?: string;
  };
}

interface MemoryMemory {
  /** In this process. */
  readonly type?: 'memory';
}

interface RedisMemory {
  /** In a store of its own. */
  readonly type: 'redis';
  /** As the option `redis` of `@Service`. */
  readonly config: RedisOptions;
}

interface ClientMemory {
  /** In a Redis server that the project's own client is connected to. */
  readonly type: 'redis-client';
  /** A client of `redis` or `ioredis`. It is not closed with the server. */
  readonly client: RedisClient;
}

interface HttpMemory {
  /** In a key-value store that speaks HTTP, for workers. */
  readonly type: 'http-kv';
  /** Address and token; the variables KV_REST_API_URL and KV_REST_API_TOKEN when absent. */
  readonly config?: Omit<HttpKeyValueOptions, 'provider'>;
}

interface GlobalMemory {
  /** In the store of `@Service`. */
  readonly type: 'global-store';
}

/** So that a value of every allowed length finds room. */
const leastRoom = 524_288;
const types = ['memory', 'redis', 'redis-client', 'http-kv', 'global-store'];
const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
const given = (isGood: boolean, expected: string): string | undefined => (isGood ? undefined : expected);
const flag: PluginOptionRule = (value) => given(typeof value === 'boolean', 'true or false');
const isScope = (value: unknown): boolean => scopes.some((scope) => scope === value);
const groups = ['encryption', 'tools'];

/** @throws {ServiceError} INVALID_DECORATOR_METADATA with every fault, one a line */
export function checkRememberOptions(options: object): void {
  const type: unknown = Reflect.get(options, 'type');
  const flat = Object.entries(options).flatMap(([name, value]: [string, unknown]) =>
    groups.includes(name) && isRecord(value)
      ? Object.entries(value).map(([member, its]) => [`${name}.${member}`, its] as const)
      : [[name, value] as const],
  );
  checkPluginOptions('remember', Object.fromEntries(flat), {
    type: (value) => given(types.includes(String(value)), quoted(types)),
    config: (value) =>
      given((type === 'redis' || type === 'http-kv') && isRecord(value), 'options of a store, with type "redis" or "http-kv"'),
    client: (value) => given(type === 'redis-client' && isRecord(value), 'a Redis client, with type "redis-client"'),
    defaultTTL: (value) => given(Number(value) > 0 && Number(value) <= maxTtl, `a number of seconds above 0, up to ${maxTtl}`),
    maxPerOwner: (value) =>
      given(Number.isSafeInteger(value) && Number(value) >= leastRoom, `a whole number of characters from ${leastRoom}`),
    keyPrefix: (value) => given(typeof value === 'string' && /^[!-~]{1,64}$/.test(value), '1 to 64 printable characters without spaces'),
    encryption: () => 'an object: { enabled, customKey }',
    tools: () => 'an object: { enabled, allowedScopes, prefix }',
    'encryption.enabled': flag,
    'encryption.customKey': (value) => given(typeof value === 'string', 'a text'),
    'tools.enabled': flag,
    'tools.allowedScopes': (value) =>
      given(Array.isArray(value) && value.length > 0 && value.every(isScope), `a list of ${quoted(scopes)}`),
    'tools.prefix': (value) =>
      given(typeof value === 'string' && /^[A-Za-z0-9_.-]{0,40}$/.test(value), 'at most 40 letters, digits, underscores, dots and hyphens'),
  });
  const missing = type === 'redis' ? 'config' : type === 'redis-client' ? 'client' : undefined;
  if (missing !== undefined && Reflect.get(options, missing) === undefined)
    checkPluginOptions('remember', { [missing]: null }, { [missing]: () => `given with type "${String(type)}"` });
}

/** Where memories are kept. */
export function storageOf(options: RememberOptions): PluginStorage {
  switch (options.type) {
    case 'redis':
      return { redis: options.config };
    case 'redis-client':
      return { client: options.client };
    case 'http-kv':
      return { redis: { ...options.config, provider: 'http-kv' } };
    case 'global-store':
      return 'global';
    default:
      return 'memory';
  }
}
