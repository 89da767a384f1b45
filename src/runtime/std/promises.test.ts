import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { takeAll } from './promises.ts';

const failureOf = (steps: readonly (() => Promise<unknown>)[]): Promise<unknown> => takeAll(steps).catch((failure: unknown) => failure);

test('every step runs in order, and failures are thrown after the last: one as it is, several together', async () => {
  const taken: string[] = [];
  const step = (name: string, failure?: Error) => async () => {
    taken.push(name);
    if (failure !== undefined) throw failure;
  };
  const [first, second] = [new Error('first'), new Error('second')];
  assert.is(await failureOf([step('a'), step('b', first), step('c')]), first);
  const both = await failureOf([step('d', first), step('e', second), step('f')]);
  assert.ok(both instanceof AggregateError);
  assert.equal([both.errors, both.message], [[first, second], 'Error: first; Error: second']);
  assert.equal(taken, ['a', 'b', 'c', 'd', 'e', 'f']);
});

test.run();
