import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { InstanceLease } from './instance-lease.ts';
import { LimiterWorld, staying, take, until } from '../../../../test/support/limiter-world.ts';

interface Context {
  held: ReturnType<typeof setInterval>;
}
const test = suite<Context>('slots of one instance');
// Timers of the slots hold no process; here nothing else does.
test.before.each((context) => {
  context.held = setInterval(() => undefined, 1000);
});
test.after.each(({ held }) => clearInterval(held));

test('a slot that was given back while its record is written goes to the next call without another look', async () => {
  const world = new LimiterWorld();
  const a = world.instance({ maxConcurrent: 2, queueTimeoutMs: 1e9 });
  const first = await take(a);
  world.answers = [];
  const leaving = new AbortController();
  const left = a.acquire('all', leaving);
  await until(() => world.answers?.length === 1);
  leaving.abort();
  assert.is(await left, 'late');
  void first();
  const next = a.acquire('all', staying);
  assert.type(next, 'function');
  for (const answer of world.answers) answer();
  world.answers = undefined;
  if (typeof next === 'function') void next();
  await a.settle();
});

test('a call that finds every slot taken reads the record, and does not write it', async () => {
  const world = new LimiterWorld();
  const [a, b] = [world.instance(), world.instance()];
  const first = await take(a);
  const before = world.operations.length;
  assert.is(await b.acquire('all', staying), 'full');
  assert.equal(world.operations.slice(before), ['compareAndSet', 'get']);
  void first();
  await Promise.all([a.settle(), b.settle()]);
});

test('the next call looks at once, unless others wait', async () => {
  const world = new LimiterWorld();
  const a = world.instance({ maxConcurrent: 2, queueTimeoutMs: 1e9 });
  const first = await take(a);
  const before = world.operations.length;
  const second = take(a);
  assert.ok(world.operations.length > before);
  world.time += 1000;
  void (await second)();
  void first();
  await a.settle();
});

test('where no call waits, more than a thousand may ask at once', async () => {
  const a = new LimiterWorld().instance({ maxConcurrent: 1100, queueTimeoutMs: 0 });
  const slots = await Promise.all(Array.from({ length: 1100 }, () => take(a)));
  for (const release of slots) void release();
  await a.settle();
});

test('a thousand calls wait for a slot at most', async () => {
  const a = new LimiterWorld().instance({ queueTimeoutMs: 1e9 });
  const first = await take(a);
  const leaving = Array.from({ length: 1000 }, () => new AbortController());
  const waiting = leaving.map(async (asker) => a.acquire('all', asker));
  assert.is(await a.acquire('all', staying), 'full');
  for (const asker of leaving) asker.abort();
  assert.ok((await Promise.all(waiting)).every((slot) => slot === 'late'));
  void first();
  await a.settle();
});

test('[S5.8.shared.ended] a lease is renewed as soon as it is due', async () => {
  const world = new LimiterWorld();
  await take(world.instance({}, { renewMs: 1 }));
  const before = world.operations.length;
  world.time += 5000;
  await until(() => world.operations.length > before);
  assert.is(world.operations[before], 'compareAndSet', 'a read alone would renew nothing');
});

test('[S5.8.shared.queue] a released slot goes to the next call of its instance without a look at the store', async () => {
  const world = new LimiterWorld();
  const a = world.instance({ queueTimeoutMs: 1e9 });
  const first = await take(a);
  const waiting = [take(a), take(a)];
  await until(async () => /,1\]/.test((await world.record()) ?? ''));
  await a.settle();
  const before = world.operations.length;
  assert.is(first(), undefined, 'nobody has to wait for the store');
  const second = await waiting[0];
  assert.is(world.operations.length, before);
  void second?.();
  void (await waiting[1])?.();
  await a.settle();
});

test('a malformed record counts as no lease', async () => {
  for (const text of [
    '',
    'null',
    '[]',
    '7',
    '{"x":[1]}',
    '{"x":["1",2,3]}',
    '{"x":[-1,9e15,0]}',
    '{"x":[9,9e15]}',
    '{"x":["9",9e15,0]}',
    '{"x":[9,9e15,-1]}',
    '{"x":["a",9e15,0]}',
    '{"x":"abc"}',
    '{"x":null}',
  ]) {
    const world = new LimiterWorld();
    await world.memory.set('at-once:all', text);
    void (await take(world.instance()))();
  }
});

test('after its turn an instance leaves the slots to waiting instances for 300 ms, and not longer', () => {
  const lease = new InstanceLease('own', { maxConcurrent: 1, queueTimeoutMs: 1000 });
  const others = JSON.stringify({ other: [0, 100_000, 1] });
  lease.commit(lease.plan(undefined, 0, 1), 0);
  lease.asking.add({ state: 'asking', endsAt: 0, wake: () => undefined });
  const takenAt = (now: number): number => lease.plan(others, now, 1).taken;
  assert.equal([takenAt(999), takenAt(1000), takenAt(1299), takenAt(1300)], [1, 0, 0, 1]);
});

test('a call that waits for the answer of the store asks it again only after a pause', async () => {
  const world = new LimiterWorld();
  let readings = 0;
  const { time } = world;
  Object.defineProperty(world, 'time', { get: () => (readings++, time) });
  world.answers = [];
  const waiting = take(world.instance({ queueTimeoutMs: 1e9 }));
  const clock = new LimiterWorld();
  let ticks = 0;
  Object.defineProperty(clock, 'time', { get: () => (ticks++, time) });
  await take(clock.instance({}, { renewMs: 1 }));
  await until(() => ticks > 40);
  assert.ok(readings < 15, String(readings));
  for (const answer of world.answers) answer();
  world.answers = undefined;
  void (await waiting)();
});

test.run();
