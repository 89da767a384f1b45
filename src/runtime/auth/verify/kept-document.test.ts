import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { KeptDocument } from './kept-document.ts';

/** A document whose readings a test ends by hand. */
function scene() {
  const time = { now: 0 };
  const readings: { resolve: (value: string) => void; reject: (failure: Error) => void }[] = [];
  const read = (): Promise<string> => new Promise((resolve, reject) => readings.push({ resolve, reject }));
  return { time, readings, kept: new KeptDocument({ clock: () => time.now, freshMs: 1000, pauseMs: 100 }, read) };
}

test('parallel callers cause one fetch; the value is fresh for its time, and a newer one is fetched after the pause only', async () => {
  const { kept, readings, time } = scene();
  const both = Promise.all([kept.get(), kept.get(), kept.newer()]);
  readings[0]?.resolve('one');
  assert.equal(await both, ['one', 'one', 'one']);
  time.now = 99;
  assert.is(await kept.newer(), 'one');
  time.now = 999;
  assert.is(await kept.get(), 'one');
  assert.is(readings.length, 1);
  const newer = kept.newer();
  readings[1]?.resolve('two');
  assert.equal([await newer, await kept.get(), readings.length], ['two', 'two', 2]);
  time.now = 1998;
  await kept.get();
  assert.is(readings.length, 2);
  time.now = 1999;
  void kept.get();
  assert.is(readings.length, 3);
});

test('a reading that ends after a newer one began does not make the newer one good', async () => {
  const { kept, readings, time } = scene();
  const first = kept.get();
  time.now = 100;
  const second = kept.newer();
  readings[0]?.resolve('old');
  assert.is(await first, 'old');
  time.now = 200;
  const third = kept.get();
  assert.is(readings.length, 3, 'the second is not there yet, and the first is not what is asked for');
  readings[1]?.resolve('two');
  readings[2]?.resolve('three');
  assert.equal([await second, await third, await kept.get()], ['two', 'three', 'three']);
});

test('[I15.totals.keys] while the known value is fresh, an attempt at a newer one takes it from no caller, also when it hangs or fails', async () => {
  const { kept, readings, time } = scene();
  const first = kept.get();
  readings[0]?.resolve('known');
  await first;
  time.now = 200;
  const newer = kept.newer().catch((failure: unknown) => (failure as Error).message);
  assert.is(readings.length, 2);
  assert.is(await kept.get(), 'known', 'while it hangs');
  readings[1]?.reject(new Error('away'));
  assert.is(await newer, 'away');
  assert.equal([await kept.get(), await kept.newer(), readings.length], ['known', 'known', 2], 'after it failed, within the pause too');
  time.now = 400;
  const last = kept.newer();
  assert.is(await kept.get(), 'known');
  readings[2]?.resolve('rotated');
  assert.equal([await last, await kept.get()], ['rotated', 'rotated']);
});

test('a failure is answered to all callers until the pause is over', async () => {
  const { kept, readings, time } = scene();
  const failed = (asked: Promise<string>) => asked.catch((failure: unknown) => (failure as Error).message);
  const first = failed(kept.get());
  readings[0]?.reject(new Error('away'));
  assert.is(await first, 'away');
  time.now = 99;
  assert.equal([await failed(kept.get()), readings.length], ['away', 1]);
  time.now = 100;
  const again = kept.get();
  readings[1]?.resolve('back');
  assert.is(await again, 'back');
});

test('[I15.totals.keys] a value that is not fresh any more is replaced by the attempt at once; of two attempts the later one counts', async () => {
  const { kept, readings, time } = scene();
  void kept.get();
  readings[0]?.resolve('known');
  await kept.get();
  time.now = 1000;
  const newer = kept.newer();
  assert.is(kept.get(), newer, 'at the millisecond at which its time is over');
  readings[1]?.resolve('second');
  assert.is(await newer, 'second');
  time.now = 1200;
  const slow = kept.newer();
  time.now = 1400;
  const quick = kept.newer();
  assert.is(readings.length, 4);
  readings[2]?.resolve('slow');
  assert.is(await slow, 'slow');
  assert.is(await kept.get(), 'second', 'an attempt that another one has followed changes nothing');
  assert.is(kept.newer(), quick, 'and the later one is still waited for');
  readings[3]?.resolve('quick');
  assert.equal([await quick, await kept.get()], ['quick', 'quick']);
});

test('[I15.totals.keys] an attempt that fails after a later one began leaves the later one to be waited for', async () => {
  const { kept, readings, time } = scene();
  void kept.get();
  readings[0]?.resolve('known');
  await kept.get();
  time.now = 200;
  const first = kept.newer().catch((failure: unknown) => (failure as Error).message);
  time.now = 400;
  const second = kept.newer();
  readings[1]?.reject(new Error('away'));
  assert.is(await first, 'away');
  assert.is(kept.newer(), second);
  readings[2]?.resolve('rotated');
  assert.equal([await second, await kept.get()], ['rotated', 'rotated']);
});

test.run();
