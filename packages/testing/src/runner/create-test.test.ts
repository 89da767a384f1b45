import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rowTitle } from './create-test.ts';

const cases: readonly (readonly [title: string, row: readonly unknown[], printed: string])[] = [
  ['%s adds %i and %d, %j, %#%%', ['a', 1.5, '2', { b: 1 }], 'a adds 1 and 2, {"b":1}, 7%'],
  ['%s and %s', ['only'], 'only and %s'],
  ['$a.b.c, $a.x, $none, row $#.', [{ a: { b: { c: 3 } } }], '3, $a.x, $none, row 7.'],
  ['$price.', [{ price: 5 }], '5.'],
  ['costs $5', ['text'], 'costs $5'],
];

for (const [title, row, printed] of cases)
  test(`[T.3] the title ${title}`, () => {
    assert.is(rowTitle(title, row, 7), printed);
  });

test.run();
