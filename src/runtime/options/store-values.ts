import { fieldsOf } from '../std/index.ts';
type Fields = Readonly<Record<string, unknown>>;

/** One thing wrong with the options of a store. */
export interface StoreProblem {
  /** Dotted path from the options; empty: the options themselves. */
  readonly at: string;
  readonly text: string;
}

/**
 * Of `memory`, `{ redis }` or `{ sqlite }`. What is missing or empty is no problem here: a build runs without the variables that a start has,
 * so that only the start can tell.
 */
export function storeProblems(value: unknown): readonly StoreProblem[] {
  if (value === undefined || value === 'memory') return [];
  const { redis, sqlite, ...others } = fieldsOf(value);
  const unknown = Object.keys(others).find((key) => others[key] !== undefined);
  if (unknown !== undefined || (redis === undefined && sqlite === undefined))
    return problem('', `must be "memory", { redis } or { sqlite }${unknown === undefined ? '' : `, and "${unknown}" is none of them`}`);
  if (redis !== undefined && sqlite !== undefined) return problem('', 'choose either redis or sqlite, not both');
  return redis === undefined ? within('sqlite', sqliteProblems(sqlite)) : within('redis', redisProblems(redis));
}

/** Values that are copies of what is elsewhere: a former one does no harm. */
export interface StoreUse {
  readonly isCache?: boolean | undefined;
}

const asHttpKv = 'is spelled "http-kv" here: set url and token, or KV_REST_API_URL and KV_REST_API_TOKEN';

/** Providers that are not built or not for every value, and what to name in their place. */
const otherProviders: Readonly<Record<string, string>> = {
  upstash: asHttpKv,
  'vercel-kv': asHttpKv,
  'worker-kv':
    'may answer a former value for a minute, which these records do not allow: use "durable-object" or "http-kv". Only auth.cimd.cache.redis takes it',
};

/** Problems of a `redis` option. */
export function redisProblems(value: unknown, { isCache }: StoreUse = {}): readonly StoreProblem[] {
  const fields = fieldsOf(value);
  const { port, provider = 'redis', url } = fields;
  if (provider === 'durable-object' || (provider === 'worker-kv' && isCache === true))
    return [...textProblems(fields, ['binding', 'keyPrefix']), ...numberProblems(fields, ['defaultTtlMs'])];
  if (provider === 'filesystem') return folderProblems(fields);
  if (provider === 'auto') return autoProblems(fields);
  if (provider !== 'redis' && provider !== 'http-kv') {
    const instead = typeof provider === 'string' && Object.hasOwn(otherProviders, provider) ? otherProviders[provider] : undefined;
    return problem(
      'provider',
      instead === undefined ? 'must be "redis", "http-kv", "durable-object", "filesystem" or "auto"' : `"${String(provider)}" ${instead}`,
    );
  }
  const common = [...textProblems(fields, ['url', 'keyPrefix']), ...numberProblems(fields, ['defaultTtlMs'])];
  const isText = typeof url === 'string' && url !== '';
  if (provider === 'http-kv')
    return [...common, ...textProblems(fields, ['token']), ...(isText ? problem('url', kvAddressProblem(url)) : [])];
  return [
    ...common,
    ...textProblems(fields, ['host', 'password']),
    ...numberProblems(fields, ['db']),
    ...flagProblems(fields, 'tls'),
    ...(isUnset(port) || isPort(port) ? [] : problem('port', portRule)),
    ...(isText ? problem('url', redisAddressProblem(url)) : []),
  ];
}

const folderProblems = (fields: Fields): readonly StoreProblem[] => [
  ...textProblems(fields, ['path', 'keyPrefix']),
  ...within('encryption', textProblems(fieldsOf(fields['encryption']), ['secret'])),
  ...numberProblems(fields, ['defaultTtlMs']),
];

/** Whoever names a server beside `auto` would miss its records where another store is found first. */
function autoProblems(fields: Fields): readonly StoreProblem[] {
  const { fallback } = fields;
  const named = ['url', 'host', 'port', 'password', 'db', 'tls', 'token', 'binding'].filter((key) => fields[key] !== undefined);
  return [
    ...folderProblems(fields),
    ...named.flatMap((key) =>
      problem(key, 'has no place beside provider "auto", which reads variables: name the provider, or leave it out'),
    ),
    ...(fallback === undefined || fallback === 'error' || fallback === 'memory' ? [] : problem('fallback', 'must be "error" or "memory"')),
  ];
}

/** Problems of a `sqlite` option. */
export function sqliteProblems(value: unknown): readonly StoreProblem[] {
  const fields = fieldsOf(value);
  return [
    ...textProblems(fields, ['path']),
    ...flagProblems(fields, 'walMode'),
    ...within('encryption', textProblems(fieldsOf(fields['encryption']), ['secret'])),
    ...numberProblems(fields, ['ttlCleanupIntervalMs', 'busyTimeoutMs', 'defaultTtlMs']),
  ];
}

/** Problems of `redis[s]://[[user][:password]@]host[:port][/database]`; no message repeats it, because it may hold a password. */
export function redisAddressProblem(address: string): string | undefined {
  const rule = 'must be an address like redis://host:6379/0 or rediss://host:6379';
  if (!URL.canParse(address)) return rule;
  const { hostname, password, pathname, port, protocol, username } = new URL(address);
  const known = (protocol === 'redis:' || protocol === 'rediss:') && hostname !== '' && port !== '0';
  if (!isReadable(`${username}:${password}`)) return `${rule}, a % in user or password written as %25`;
  return known && (pathname.length <= 1 || /^\/\d{1,4}$/.test(pathname)) ? undefined : rule;
}

/** A lone % ends reading with an error that names nothing; parsers of addresses let it pass. */
function isReadable(encoded: string): boolean {
  try {
    decodeURIComponent(encoded);
    return true;
  } catch {
    return false;
  }
}

export const kvAddressProblem = (address: string): string | undefined =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? undefined : 'must be an http(s) address';

/** A variable that is not there, as `Number` reads it. */
const isUnset = (value: unknown): boolean => value === undefined || Number.isNaN(value);

export const portRule = 'must be a port number';
const isPort = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 65_535;

export const textRule = 'must be a text that is not empty';

const textProblems = (fields: Fields, keys: readonly string[]): readonly StoreProblem[] =>
  keys.flatMap((key) => {
    const value = fields[key];
    return value === undefined || typeof value === 'string' ? [] : problem(key, textRule);
  });

export const numberRule = 'must be a number of 0 or more';

/** A text in its place would leave a connection without encryption. */
const flagProblems = (fields: Fields, key: string): readonly StoreProblem[] =>
  fields[key] === undefined || typeof fields[key] === 'boolean' ? [] : problem(key, 'must be true or false');

export const numberProblems = (fields: Fields, keys: readonly string[]): readonly StoreProblem[] =>
  keys.flatMap((key) => {
    const value = fields[key];
    const fits = isUnset(value) || (typeof value === 'number' && Number.isFinite(value) && value >= 0);
    return fits ? [] : problem(key, numberRule);
  });

const problem = (at: string, text: string | undefined): readonly StoreProblem[] => (text === undefined ? [] : [{ at, text }]);

const within = (key: string, problems: readonly StoreProblem[]): readonly StoreProblem[] =>
  problems.map(({ at, text }) => ({ at: at === '' ? key : `${key}.${at}`, text }));
