/** Steps of several commands that nothing can get between; a text of data that Redis runs. The same over TCP and HTTP. */
export const redisScripts = {
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
