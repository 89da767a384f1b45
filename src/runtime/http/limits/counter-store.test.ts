import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryCounterStore, takeFromWindow } from './counter-store.ts';

const windowMs = 10_000;

/** One client and its clock. */
function clientOf(maxRequests: number, start: number) {
  const store = new MemoryCounterStore();
  let time = start;
  return {
    ask: async (): Promise<number> => takeFromWindow({ maxRequests, windowMs }, 'key', { store, now: () => time }),
    wait: (milliseconds: number) => (time += milliseconds),
  };
}

test('[S5.8.retry-after] a caller that waits for Retry-After is served, at every point of a window', async () => {
  for (const maxRequests of [1, 2, 3, 10])
    for (const start of [0, 1, 2_500, 5_000, 9_999])
      for (const between of [0, 700, 3_100]) {
        const client = clientOf(maxRequests, start);
        let served = 0;
        for (let asked = 0; asked < 60; asked++) {
          const seconds = await client.ask();
          if (seconds === 0) served++;
          else {
            client.wait(seconds * 1000);
            assert.is(await client.ask(), 0, `${maxRequests} from ${start} every ${between}, after ${served}: told ${seconds} s`);
          }
          client.wait(between);
        }
      }
});

test('[S5.8.retry-after] Retry-After is never a second longer than needed', async () => {
  for (const maxRequests of [1, 2, 5]) {
    const client = clientOf(maxRequests, 3_000);
    for (let asked = 0; asked < maxRequests; asked++) assert.is(await client.ask(), 0);
    const seconds = await client.ask();
    client.wait(seconds * 1000 - 1001);
    assert.ok((await client.ask()) > 0, `${maxRequests}: ${seconds} s`);
  }
});

test('a full store counts further keys together, until keys of an older window make room', () => {
  const store = new MemoryCounterStore(2);
  const count = (key: string, index: number): number => store.increment(key, { index, lengthMs: windowMs }).current;
  assert.equal([count('a', 1), count('b', 1), count('c', 1), count('d', 1), count('c', 1)], [1, 1, 1, 2, 3]);
  assert.is(store.size, 3, 'two keys, and the count that the others share');
  assert.equal([count('c', 4), count('d', 4)], [1, 1], 'nothing of the first window is left');
});

test.run();
