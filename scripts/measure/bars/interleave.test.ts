import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { interleave, median } from './interleave.ts';

test('the median of odd and even counts', () => {
  assert.is(median([3, 1, 2]), 2);
  assert.is(median([4, 1, 2, 3]), 2.5);
});

test('both sides run by turns and their medians are compared', async () => {
  const order: string[] = [];
  const side = (name: string, milliseconds: number) => (): Promise<number> => {
    order.push(name);
    return Promise.resolve(milliseconds);
  };
  assert.equal(await interleave(2, side('ours', 30), side('theirs', 20)), { oursMs: 30, theirsMs: 20, ratio: 1.5 });
  assert.equal(order, ['ours', 'theirs', 'ours', 'theirs']);
});

test.run();
