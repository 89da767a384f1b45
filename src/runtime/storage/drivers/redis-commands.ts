import { listOf } from '../../std/index.ts';
import type { SetOptions, Store, Swap } from '../../model/store.ts';
import { connectionError } from '../store-errors.ts';

/** Runs one command and gives what Redis answered. */
export type RunCommand = (command: readonly string[]) => Promise<unknown>;

/** Keys that one step of a listing looks at. */
const scannedAtOnce = '500';

/** The store's operations as commands; how they travel is the matter of the two drivers. */
export function redisOperations(run: RunCommand): Omit<Store, 'close'> {
  const swap = async (key: string, { expected, next, ttlMs }: Swap): Promise<boolean> => {
    // A value whose end has come is absent.
    const kept = ttlMs !== undefined && ttlMs <= 0 ? undefined : next;
    const command = ['EVAL', redisScripts.compareAndSet, '1', key, argument(expected), argument(kept), endArgument(kept, ttlMs)];
    return wholeNumber('EVAL', await run(command)) === 1;
  };
  return {
    get: async (key) => textOrNothing('GET', await run(['GET', key])),
    set: async (key, value, { ttlMs }: SetOptions = {}) => {
      if (ttlMs === undefined) await run(['SET', key, value]);
      else await run(ttlMs <= 0 ? ['DEL', key] : ['SET', key, value, 'PX', wholeMs(ttlMs)]);
    },
    compareAndSet: swap,
    delete: async (key) => wholeNumber('DEL', await run(['DEL', key])) === 1,
    keys: (prefix) => scan(run, prefix),
    increment: async (key, by, ttlMs) =>
      wholeNumber('EVAL', await run(['EVAL', redisScripts.increment, '1', key, String(by), ttlMs === undefined ? '' : wholeMs(ttlMs)])),
    ping: async () => checkPong(await run(['PING'])),
  };
}

/** A listing may name a key twice while Redis moves its table. */
async function scan(run: RunCommand, prefix: string): Promise<readonly string[]> {
  const pattern = `${prefix.replaceAll(/[\\*?[\]^-]/g, '\\$&')}*`;
  const found = new Set<string>();
  let cursor = '0';
  do {
    const answer = await run(['SCAN', cursor, 'MATCH', pattern, 'COUNT', scannedAtOnce]);
    const [next, keys] = listOf(answer);
    if (!Array.isArray(keys)) throw new TypeError('SCAN answered no list');
    for (const key of keys) if (typeof key === 'string') found.add(key);
    cursor = String(next);
  } while (cursor !== '0');
  return [...found];
}

const argument = (value: string | undefined): string => (value === undefined ? '-' : `=${value}`);
const endArgument = (value: string | undefined, ttlMs: number | undefined): string =>
  value === undefined || ttlMs === undefined ? '' : wholeMs(ttlMs);
/** Redis knows no part of a millisecond, and refuses an end that has come. */
const wholeMs = (ttlMs: number): string => String(Math.max(1, Math.ceil(ttlMs)));

/** Steps of several commands that nothing can get between; a text of data that Redis runs. The same over TCP and HTTP. */
const redisScripts = {
  /** KEYS: the key. ARGV: `=` and the expected value, or `-` for absent; `=` and the next value, or `-`; milliseconds, or empty. */
  compareAndSet: `
local current = redis.call('GET', KEYS[1])
local found = '-'
if current then found = '=' .. current end
if found ~= ARGV[1] then return 0 end
if ARGV[2] == '-' then redis.call('DEL', KEYS[1])
elseif ARGV[3] == '' then redis.call('SET', KEYS[1], string.sub(ARGV[2], 2))
else redis.call('SET', KEYS[1], string.sub(ARGV[2], 2), 'PX', ARGV[3]) end
return 1`,
  /** KEYS: the key. ARGV: how much, milliseconds for a counter that begins, or empty. */
  increment: `
local fresh = redis.call('EXISTS', KEYS[1]) == 0
local count = redis.call('INCRBY', KEYS[1], ARGV[1])
if fresh and ARGV[2] ~= '' then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return count`,
} as const;

/** Replies that speak of the server's state and not of the command. */
const notNow =
  /^(?:LOADING|MASTERDOWN|CLUSTERDOWN|READONLY|TRYAGAIN|NOREPLICAS|OOM|MISCONF|NOAUTH|WRONGPASS|NOPERM|BUSY |ERR max (?:number of clients|(?:\w+ )?requests? limit))/;

/** Whether a server that replies this cannot be used now, whatever it was asked. */
export const isAway = (reply: string): boolean => notNow.test(reply);

/** The reply does not fit the command: the peer is no working store. */
const noAnswer = (command: string): Error =>
  connectionError('Redis', `the answer to ${command} does not fit: this is no working key-value store`);

/** @throws {StorageConnectionError} */
function textOrNothing(command: string, answer: unknown): string | undefined {
  if (answer === null || answer === undefined) return undefined;
  if (typeof answer !== 'string') throw noAnswer(command);
  return answer;
}

/** A limit that is counted with anything else would be open, or refuse for ever. @throws {StorageConnectionError} */
function wholeNumber(command: string, answer: unknown): number {
  const count = typeof answer === 'number' || typeof answer === 'string' ? Number(answer) : NaN;
  if (!Number.isSafeInteger(count)) throw noAnswer(command);
  return count;
}

/** @throws {StorageConnectionError} */
function checkPong(answer: unknown): void {
  if (answer !== 'PONG') throw noAnswer('PING');
}
