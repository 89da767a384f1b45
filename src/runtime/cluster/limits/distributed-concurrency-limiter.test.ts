import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { StorageConnectionError } from '../../errors/index.ts';
import { LimiterWorld, staying, take, until } from '../../../../test/support/limiter-world.ts';
import type { DistributedConcurrencyLimiter } from './distributed-concurrency-limiter.ts';

interface Context {
  held: ReturnType<typeof setInterval>;
}
const test = suite<Context>('slots that instances share');
// Timers of the slots hold no process; here nothing else does.
test.before.each((context) => {
  context.held = setInterval(() => undefined, 1000);
});
test.after.each(({ held }) => clearInterval(held));

test('[S5.8.shared.concurrency] two instances together give no more slots than there are, and the record goes with the last', async () => {
  const world = new LimiterWorld();
  const [a, b] = [world.instance({ maxConcurrent: 2 }), world.instance({ maxConcurrent: 2 })];
  const first = await take(a);
  const second = await take(b);
  assert.is(await a.acquire('all', staying), 'full');
  assert.is(await b.acquire('all', staying), 'full');
  assert.type(await b.acquire('another', staying), 'function');
  void first();
  void first();
  await a.settle();
  const third = await take(b);
  assert.is(await a.acquire('all', staying), 'full', 'a slot is given back once');
  void second();
  void third();
  await b.settle();
  assert.is(await world.record(), undefined);
  assert.is(a.size, 0);
});

test('a call of a quiet instance costs one step to begin and one to end', async () => {
  const world = new LimiterWorld();
  const a = world.instance();
  for (let time = 0; time < 3; time++) {
    void (await take(a))();
    await a.settle();
  }
  assert.is(world.operations.length, 6, world.operations.join());
});

test('parallel requests are entered with one write', async () => {
  const world = new LimiterWorld();
  const a = world.instance({ maxConcurrent: 100 });
  const slots = await Promise.all(Array.from({ length: 100 }, () => take(a)));
  assert.ok(world.operations.length <= 4, world.operations.join());
  for (const release of slots) void release();
  await a.settle();
  assert.is(await world.record(), undefined);
  assert.ok(world.operations.length <= 8, world.operations.join());
});

test('[S5.8.shared.queue] a call queued on one instance enters when a call on another ends; a late one is refused', async () => {
  const world = new LimiterWorld();
  const [a, b] = [world.instance({ queueTimeoutMs: 10_000 }), world.instance({ queueTimeoutMs: 10_000 })];
  const first = await take(a);
  const waiting = take(b);
  await until(async () => ((await world.record()) ?? '').includes('i1'));
  void first();
  world.time += 1000;
  void (await waiting)();
  const held = await take(a);
  const late = b.acquire('all', staying);
  await until(async () => ((await world.record()) ?? '').includes('i1'));
  world.time += 10_000;
  assert.is(await late, 'late');
  void held();
  await Promise.all([a.settle(), b.settle()]);
  assert.is(await world.record(), undefined);
});

test('[S5.8.shared.gone] a caller that leaves the queue is not waited for', async () => {
  const world = new LimiterWorld();
  const [a, b] = [world.instance(), world.instance({ queueTimeoutMs: 1e9 })];
  const first = await take(a);
  const leaving = new AbortController();
  const left = b.acquire('all', leaving);
  await until(async () => ((await world.record()) ?? '').includes('i1'));
  leaving.abort();
  assert.is(await left, 'late');
  await b.settle();
  assert.not.match((await world.record()) ?? '', 'i1');
  void first();
  await a.settle();
  void (await take(a))();
});

test('the queue of an instance keeps its order, and a busy one lets others have their turn', async () => {
  const world = new LimiterWorld();
  const rule = { queueTimeoutMs: 1e9 };
  const [a, b] = [world.instance(rule), world.instance(rule)];
  const order: string[] = [];
  let release = await take(a);
  const enter = (name: string, at: DistributedConcurrencyLimiter): Promise<void> =>
    take(at).then((slot) => {
      order.push(name);
      release = slot;
    });
  const entered = ['a1', 'a2', 'a3', 'a4'].map((name) => enter(name, a));
  entered.push(enter('b1', b));
  await until(async () => ((await world.record()) ?? '').includes('i1'));
  for (let count = 1; count <= 5; count++) {
    world.time += count === 3 ? 1001 : 1;
    void release();
    // The one whose turn it is not looks again after its pause.
    await until(() => {
      if (count === 3) world.time += 1;
      if (count > 3) world.time += 100;
      return order.length === count;
    });
  }
  assert.equal(order, ['a1', 'a2', 'b1', 'a3', 'a4']);
  await Promise.all(entered);
  void release();
  await Promise.all([a.settle(), b.settle()]);
  assert.is(await world.record(), undefined);
});

test('[S5.8.shared.ended] slots of a crashed instance are free when its lease ends, with skewed clocks', async () => {
  const world = new LimiterWorld();
  const dead = world.instance();
  await take(dead);
  const b = world.instance({}, { skewMs: 10_000 });
  world.time += 19_999;
  assert.is(await b.acquire('all', staying), 'full');
  world.time += 1;
  void (await take(b))();
  await b.settle();
  const ahead = world.instance({}, { skewMs: 3_600_000 });
  const other = world.instance({ maxConcurrent: 2 });
  await take(ahead);
  await (
    await take(other)
  )();
  world.time += 20_000;
  await (
    await take(other)
  )();
  world.time += 10_001;
  const later = world.instance();
  void (await take(later))();
});

test('[S5.8.shared.ended] a long call renews its share before it ends', async () => {
  const world = new LimiterWorld();
  const [a, b] = [world.instance({}, { renewMs: 1 }), world.instance()];
  await take(a);
  for (let time = 0; time < 3; time++) {
    const before = await world.record();
    world.time += 20_000;
    await until(async () => (await world.record()) !== before);
    assert.is(await b.acquire('all', staying), 'full');
  }
});

test('a slot granted to a caller that left is given back', async () => {
  const world = new LimiterWorld();
  const a = world.instance({ queueTimeoutMs: 1e9 });
  world.answers = [];
  const leaving = new AbortController();
  const left = a.acquire('all', leaving);
  await until(() => world.answers?.length === 1);
  leaving.abort();
  assert.is(await left, 'late');
  const [answer] = world.answers;
  world.answers = undefined;
  answer?.();
  await until(async () => (await world.record()) === undefined);
});

test('a lease is renewed by its held slots, and a slot that is not renewed is freed', async () => {
  const world = new LimiterWorld();
  const [a, b] = [world.instance({ maxConcurrent: 2 }), world.instance({ maxConcurrent: 2 })];
  await take(a);
  world.time += 25_000;
  await take(a);
  world.time += 6000;
  void (await take(a))();
  await a.settle();
  const second = await take(b);
  assert.is(await b.acquire('all', staying), 'full', 'the younger slot of the first instance is still there');
  void second();
  await b.settle();
});

test('[S5.8.shared.away] while the store is away no call enters; slots released meanwhile are written when it is back', async () => {
  const world = new LimiterWorld();
  const [a, b] = [world.instance(), world.instance()];
  const release = await take(a);
  world.away = true;
  const failure = await Promise.resolve(b.acquire('all', staying)).catch((error: unknown) => error);
  assert.instance(failure, StorageConnectionError);
  void release();
  await until(() => world.operations.length >= 3);
  world.away = false;
  assert.is(await b.acquire('all', staying), 'full');
  await until(async () => (await world.record()) === undefined);
  void (await take(b))();
});

test('a swap whose answer was lost neither loses a slot nor grants one twice', async () => {
  const world = new LimiterWorld();
  const [a, b] = [world.instance({ maxConcurrent: 2 }), world.instance({ maxConcurrent: 2 })];
  const one = await take(a);
  const two = await take(a);
  world.lost = 1;
  void one();
  // The store gave the slot back; the instance does not know, and must not hand it on.
  await until(() => world.lost === 0);
  const theirs = await take(b);
  assert.is(await a.acquire('all', staying), 'full');
  world.lost = 1;
  void theirs();
  await until(() => world.lost === 0);
  void two();
  await Promise.all([a.settle(), b.settle()]);
  assert.is(await world.record(), undefined);
});

test('a writer that takes over from a stuck one counts held slots correctly, and the late answer changes nothing', async () => {
  const world = new LimiterWorld();
  const [a, b] = [world.instance(), world.instance()];
  world.answers = [];
  const first = take(a);
  await until(() => world.answers?.length === 1);
  const [answer] = world.answers;
  world.answers = undefined;
  world.time += 7001;
  assert.is(await a.acquire('all', staying), 'full', 'it is the first one that has the slot');
  await (
    await first
  )();
  await take(b);
  answer?.();
  await new Promise((resolve) => setImmediate(resolve));
  assert.is(await a.acquire('all', staying), 'full', 'what the late answer was about has been given back');
});

test('a late answer grants no slot that was given back meanwhile, while another one is still held', async () => {
  const world = new LimiterWorld();
  const [a, b] = [world.instance({ maxConcurrent: 2 }), world.instance({ maxConcurrent: 2 })];
  await take(a);
  world.answers = [];
  const second = take(a);
  await until(() => world.answers?.length === 1);
  const [answer] = world.answers;
  world.answers = undefined;
  world.time += 7001;
  assert.is(await a.acquire('all', staying), 'full');
  await (
    await second
  )();
  await take(b);
  answer?.();
  await new Promise((resolve) => setImmediate(resolve));
  assert.is(await a.acquire('all', staying), 'full');
});

test('a slot that is held asks the store nothing until its lease is due', async () => {
  const world = new LimiterWorld();
  let readings = 0;
  const { time } = world;
  Object.defineProperty(world, 'time', { get: () => (readings++, time) });
  await take(world.instance({}, { renewMs: 1 }));
  const before = readings;
  await until(() => readings > before + 10);
  assert.equal(world.operations, ['compareAndSet']);
});

test('[S5.8.shared.concurrency] a slot that was given back is free for every instance once that is over, however busy its own is', async () => {
  const world = new LimiterWorld();
  const [a, b] = [world.instance({ maxConcurrent: 3 }), world.instance({ maxConcurrent: 3 })];
  for (let time = 0; time < 50; time++) {
    const slots = await Promise.all([take(a), take(a), take(a)]);
    for (const release of slots) await release();
    const theirs = await Promise.all([take(b), take(b), take(b)]);
    for (const release of theirs) await release();
  }
  assert.is(await world.record(), undefined);
  world.away = true;
  const release = await Promise.resolve(take(a)).catch(() => undefined);
  assert.is(release, undefined);
});

test('a stopping instance gives back its slots and keeps no caller waiting', async () => {
  const world = new LimiterWorld();
  const [a, b] = [world.instance({ queueTimeoutMs: 1e9 }), world.instance({ queueTimeoutMs: 1e9 })];
  const release = await take(a);
  const waiting = a.acquire('all', staying);
  await a.close();
  assert.is(await waiting, 'late');
  void release();
  void (await take(b))();
  await b.close();
  assert.is(await world.record(), undefined);
});

test('an instance that stops asks the store nothing about a lease that the store has forgotten, and keeps no key', async () => {
  const world = new LimiterWorld();
  const a = world.instance();
  void (await take(a));
  world.time += 3_600_000;
  const asked = world.operations.length;
  await a.close();
  assert.is(world.operations.length, asked, world.operations.join());
  assert.is(a.size, 0);
});

test.run();
