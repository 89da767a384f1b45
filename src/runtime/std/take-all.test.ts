import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { takeAll } from './take-all.ts';

test('every step is taken in turn, and the first failure is thrown after the last', async () => {
  const taken: string[] = [];
  const step = (name: string, failure?: Error) => async () => {
    taken.push(name);
    if (failure !== undefined) throw failure;
  };
  const first = new Error('first');
  const failed = await takeAll([step('a', first), step('b', new Error('second')), step('c')]).catch((failure: unknown) => failure);
  assert.is(failed, first);
  assert.equal(taken, ['a', 'b', 'c']);
});

test.run();
