import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mutantsOf } from './mutants-of.ts';

test('every guard is turned off and on, every comparison turned round', () => {
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

test.run();
