import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Hold, LocalConcurrencyLimiter } from './concurrency-limiter.ts';

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

const pending = new Promise<never>(() => undefined);
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

test('a slot is free once, when the answer is there and all work of the call has settled', async () => {
  let freed = 0;
  const hold = new Hold(() => void freed++);
  let settle = (): void => undefined;
  hold.lastUntil(new Promise<void>((resolve) => (settle = resolve)), undefined);
  hold.lastUntil(Promise.reject(new Error('failed work ends too')), undefined);
  await turns();
  void hold.end();
  assert.is(freed, 0);
  settle();
  await turns();
  assert.is(freed, 1);
});

test('work holds a slot no longer than its time, and without a limit for as long as it takes', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let freed = 0;
    const limited = new Hold(() => void freed++);
    limited.lastUntil(pending, 1000);
    void limited.end();
    mock.timers.tick(999);
    assert.is(freed, 0);
    mock.timers.tick(1);
    assert.is(freed, 1);
    const endless = new Hold(() => void freed++);
    endless.lastUntil(pending, undefined);
    void endless.end();
    mock.timers.tick(1_000_000);
    assert.is(freed, 1);
  } finally {
    mock.timers.reset();
  }
});

test('the slot of the call around it is held for the same work', async () => {
  const freed: string[] = [];
  const outer = new Hold(() => void freed.push('outer'));
  const inner = new Hold(() => void freed.push('inner'), outer);
  let settle = (): void => undefined;
  inner.lastUntil(new Promise<void>((resolve) => (settle = resolve)), undefined);
  void inner.end();
  void outer.end();
  assert.equal(freed, []);
  settle();
  await turns();
  assert.equal(freed.toSorted(), ['inner', 'outer']);
});

test.run();
