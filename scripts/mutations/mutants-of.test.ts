import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mutantsOf } from './mutants-of.ts';

test('every guard is turned off and on, every comparison turned round, every deed left out', () => {
  const mutants = mutantsOf('x.ts', "if (!known(a) && b === 'c') throw new Error('no');\nconst d = a < b ? 1 : 2;");
  assert.equal(
    mutants.map(({ becomes, line, was }) => `${line}: ${was} -> ${becomes}`),
    [
      "1: !known(a) && b === 'c' -> false",
      "1: !known(a) && b === 'c' -> true",
      '1: && -> ||',
      '1: !known(a) -> known(a)',
      '1: === -> !==',
      '2: a < b -> false',
      '2: a < b -> true',
      '2: < -> <=',
    ],
  );
  assert.match(mutants[0]?.text ?? '', /^if \(false\) throw/);
});

test('calls for their effect are left out; log calls and used results stay', () => {
  const mutants = mutantsOf(
    'x.ts',
    'checkState(a);\nawait store.set(b);\nlogger.warn(c);\nthis.#logger.info(d);\nconst e = f();\ng = h();',
  );
  assert.equal(
    mutants.map(({ line, was }) => `${line}: ${was}`),
    ['1: checkState(a);', '2: await store.set(b);'],
  );
});

test.run();
