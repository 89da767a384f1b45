import { closestName, fieldsOf, memberOf } from '../std/index.ts';
import { numberProblems, redisProblems, sqliteProblems, storeProblems, type StoreProblem } from './store-values.ts';

/*
 * Tables of a store within another option, such as `auth.tokenStorage.redis`: no row names their members, so a misspelt one would be
 * ignored in silence.
 */
const redisMembers = [
  'provider',
  'host',
  'port',
  'password',
  'db',
  'tls',
  'keyPrefix',
  'defaultTtlMs',
  'url',
  'token',
  'binding',
  'path',
  'encryption',
  'fallback',
];
const sqliteMembers = ['path', 'encryption', 'walMode', 'ttlCleanupIntervalMs', 'busyTimeoutMs', 'defaultTtlMs'];
const encryptionMembers = ['secret'];

type Problems = readonly StoreProblem[];

/** Faults of a `redis` table: unknown members, and values that break a rule. */
export const redisTableProblems = (value: unknown): Problems => [...redisMemberProblems(value), ...redisProblems(value)];

/** The same of a store that keeps copies only. */
export const cacheTableProblems = (value: unknown): Problems => [...redisMemberProblems(value), ...redisProblems(value, { isCache: true })];

/** Faults of a `sqlite` table. */
export const sqliteTableProblems = (value: unknown): Problems => [...sqliteMemberProblems(value), ...sqliteProblems(value)];

/** Faults of `memory`, `{ redis }` or `{ sqlite }`. */
export const storeTableProblems = (value: unknown): Problems => [...storeMemberProblems(value), ...storeProblems(value)];

/** Faults of `auth.secureStore`: one store at most, with a scope and a lifetime beside it. */
export function secureStoreProblems(value: unknown): Problems {
  if (typeof value !== 'object' || value === null) return [];
  const given = ['redis', 'sqlite', 'backend'].filter((name) => memberOf(value, name) !== undefined);
  const several = given.length > 1 ? [{ at: '', text: `choose one of ${given.join(' and ')}` }] : [];
  const backend = memberOf(value, 'backend');
  const lacks = ['get', 'set', 'delete', 'list'].filter((method) => typeof memberOf(backend, method) !== 'function');
  const incomplete =
    backend === undefined || lacks.length === 0
      ? []
      : [{ at: 'backend', text: `needs the functions get, set, delete and list; it lacks ${lacks.join(', ')}` }];
  return [...several, ...storeMemberProblems(value), ...incomplete];
}

/** Faults of `transport.persistence`: false, or a store with a lifetime beside it. */
export function persistenceProblems(value: unknown): Problems {
  if (typeof value !== 'object' || value === null) return [];
  const [redis, sqlite] = [memberOf(value, 'redis'), memberOf(value, 'sqlite')];
  const members = [
    ...memberProblems(value, ['redis', 'sqlite', 'defaultTtlMs']),
    ...numberProblems(fieldsOf(value), ['defaultTtlMs']),
    ...storeMemberProblems(value),
  ];
  // A store that depends on a variable may be absent at build; the start says so.
  return redis === undefined || sqlite === undefined ? members : [...members, ...storeProblems({ redis, sqlite })];
}

const storeMemberProblems = (value: unknown): Problems => [
  ...within('redis', redisMemberProblems(memberOf(value, 'redis'))),
  ...within('sqlite', sqliteMemberProblems(memberOf(value, 'sqlite'))),
];

const redisMemberProblems = (value: unknown): Problems => tableProblems(value, redisMembers);

const sqliteMemberProblems = (value: unknown): Problems => tableProblems(value, sqliteMembers);

const tableProblems = (value: unknown, known: readonly string[]): Problems => [
  ...memberProblems(value, known),
  ...within('encryption', memberProblems(memberOf(value, 'encryption'), encryptionMembers)),
];

function memberProblems(value: unknown, known: readonly string[]): Problems {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (member === undefined || known.includes(key)) return [];
    const close = closestName(key, known);
    return [{ at: key, text: `is no member of this table${close === undefined ? `: ${known.join(', ')}` : `; did you mean "${close}"?`}` }];
  });
}

const within = (key: string, problems: Problems): Problems => problems.map(({ at, text }) => ({ at: `${key}.${at}`, text }));
