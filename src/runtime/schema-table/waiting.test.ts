import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  parallelItem,
  arrayRun,
  askingSchema,
  objectRun,
  refineCheck,
  checkedRun,
  stringRun,
  parallelRun,
  transformRun,
  pipeRun,
  waitingUnionRun,
} from './index.ts';
import type { Run } from './issues.ts';

const many = Array.from({ length: 500 }, (_, at) => `item ${at}`);

test('rules that wait are asked side by side, and no item is looked at more than twice', async () => {
  let looked = 0;
  let open = 0;
  let most = 0;
  const item = checkedRun(stringRun(), [
    refineCheck(async () => {
      most = Math.max(most, ++open);
      await Promise.resolve();
      open--;
      return true;
    }),
  ]);
  const counted: Run = (value, state, start) => {
    looked++;
    return item(value, state, start);
  };
  const schema = askingSchema(() => parallelRun(arrayRun(parallelItem(counted))))({});
  assert.equal(await schema['~standard'].validate(many), { value: many });
  assert.is(most, many.length);
  assert.is(looked, 2 * many.length);
});

test('a chain of waiting functions is asked once each, beside its neighbours', async () => {
  const asked: string[] = [];
  const later = (name: string): Run =>
    transformRun(async (value) => {
      asked.push(`${name}(${String(value)})`);
      return `${String(value)}${name}`;
    });
  const chain = pipeRun(stringRun(), pipeRun(later('x'), later('y')));
  const schema = askingSchema(() =>
    parallelRun(
      objectRun([
        ['a', parallelItem(chain)],
        ['b', parallelItem(chain)],
      ]),
    ),
  )({});
  assert.equal(await schema['~standard'].validate({ a: '1', b: '2' }), { value: { a: '1xy', b: '2xy' } });
  assert.equal(asked, ['x(1)', 'x(2)', 'y(1x)', 'y(2x)']);
});

test('an option that need not wait is taken before one that does, and the late failure is dropped', async () => {
  const fails = transformRun(async () => Promise.reject(new Error('not wanted')));
  const unheard: unknown[] = [];
  const hear = (reason: unknown): void => void unheard.push(reason);
  process.on('unhandledRejection', hear);
  try {
    const schema = askingSchema(() => waitingUnionRun([pipeRun(stringRun(), fails), stringRun()]))({});
    assert.equal(await schema['~standard'].validate('a'), { value: 'a' });
    // Rejections without a listener are told after the tick's promises.
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(unheard, []);
  } finally {
    process.off('unhandledRejection', hear);
  }
});

test('the first of several options that waited is taken, however long another waits', async () => {
  const slow = transformRun(async (value) => {
    await new Promise((resolve) => setImmediate(resolve));
    return `${String(value)} slow`;
  });
  const quick = transformRun(async (value) => `${String(value)} quick`);
  const schema = askingSchema(() => waitingUnionRun([pipeRun(quick, slow), quick]))({});
  assert.equal(await schema['~standard'].validate('a'), { value: 'a quick slow' });
});

test('what follows a union takes its own answer, whichever of the options that waited is taken', async () => {
  let asked = 0;
  // What goes on asking would never give the test its turn.
  const later = (result: boolean) =>
    refineCheck(async () => {
      assert.ok(++asked < 100, 'asked without end');
      return result;
    });
  for (const [first, second] of [
    [true, true],
    [true, false],
    [false, true],
  ] as const) {
    asked = 0;
    const union = waitingUnionRun([checkedRun(stringRun(), [later(first)]), checkedRun(stringRun(), [later(second)])]);
    const schema = askingSchema(() => checkedRun(union, [later(true), later(true)]))({});
    assert.equal(await schema['~standard'].validate('a'), { value: 'a' });
    assert.is(asked, 4);
  }
});

test('a function that throws ends the run', async () => {
  const item = checkedRun(stringRun(), [refineCheck(async (value) => (value === 'item 3' ? Promise.reject(new Error('broken')) : true))]);
  const schema = askingSchema(() => parallelRun(arrayRun(parallelItem(item))))({});
  const outcome = await Promise.resolve(schema['~standard'].validate(many)).catch((error: unknown) => String(error));
  assert.is(outcome, 'Error: broken');
});

test.run();
