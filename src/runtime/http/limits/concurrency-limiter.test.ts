import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LocalConcurrencyLimiter } from './concurrency-limiter.ts';

const take = async (limiter: LocalConcurrencyLimiter, key: string): Promise<() => void> => {
  const slot = await limiter.acquire(key);
  if (typeof slot === 'string') throw new Error(slot);
  return slot;
};

test('a thousand calls wait for a slot at most; a slot that is released twice is free once', async () => {
  const limiter = new LocalConcurrencyLimiter({ maxConcurrent: 1, queueTimeoutMs: 600_000 });
  const first = await take(limiter, 'all');
  const waiting = Array.from({ length: 1000 }, () => take(limiter, 'all'));
  assert.is(await limiter.acquire('all'), 'full');
  let release = first;
  for (const next of waiting) {
    release();
    release();
    release = await next;
  }
  release();
});

test('a slot that is released twice gives no second one', async () => {
  const limiter = new LocalConcurrencyLimiter({ maxConcurrent: 1, queueTimeoutMs: 0 });
  const release = await take(limiter, 'all');
  release();
  release();
  await take(limiter, 'all');
  assert.is(await limiter.acquire('all'), 'full');
});

test('a call that waited too long is given no slot', async () => {
  const limiter = new LocalConcurrencyLimiter({ maxConcurrent: 1, queueTimeoutMs: 1 });
  const release = await take(limiter, 'all');
  assert.is(await limiter.acquire('all'), 'late');
  release();
  await take(limiter, 'all');
});

test('a call that was let in keeps no timer', async () => {
  const countTimers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const limiter = new LocalConcurrencyLimiter({ maxConcurrent: 1, queueTimeoutMs: 600_000 });
  const timers = countTimers();
  const first = await take(limiter, 'all');
  const waiting = take(limiter, 'all');
  first();
  (await waiting)();
  assert.is(countTimers(), timers);
});

test('idle keys are forgotten except a few, keys in use are kept', async () => {
  const limiter = new LocalConcurrencyLimiter({ maxConcurrent: 2, queueTimeoutMs: 0 });
  const used = await take(limiter, 'used');
  await take(limiter, 'used');
  for (let made = 0; made < 1000; made++) (await take(limiter, `client ${made}`))();
  assert.is(limiter.size, 64);
  used();
  assert.type(await limiter.acquire('used'), 'function');
  assert.is(await limiter.acquire('used'), 'full', 'the other slot of a key that is in use stays taken');
});

test('a key with a slot in use is kept, however many there are', async () => {
  const limiter = new LocalConcurrencyLimiter({ maxConcurrent: 2, queueTimeoutMs: 0 });
  const first = await take(limiter, 'client 0');
  await take(limiter, 'client 0');
  for (let made = 1; made < 100; made++) await take(limiter, `client ${made}`);
  first();
  await take(limiter, 'client 0');
  assert.is(await limiter.acquire('client 0'), 'full');
});

test.run();
