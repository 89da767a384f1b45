import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { filterOf } from './filter.ts';

const patterns = [
  'abc',
  '^a',
  'c$',
  '^$',
  'a|b',
  '^(?:get|list)-',
  '(a|b)*c',
  'a+b?',
  '[a-c]{2}',
  '[^a-z]',
  'x{1,2}$',
  'b{2,}',
  '\\d+',
  '\\bnote',
  '\\Bote\\b',
  '\\u{61}b',
  '\\x61',
  '\\p{Lu}',
  'a.c',
  'a*?c',
  '(?:)',
  '[\\]]',
  '\\.',
  'a||b',
  '\\u0041',
  '(a(b(c)?)?)d{0}$',
  '😀.',
];
const texts = [
  '',
  'a',
  'abc',
  'aabbcc',
  'get-x',
  'forget-x',
  'list-',
  'note',
  'a note',
  '7',
  'A]',
  'xx',
  'xxx',
  'a.c',
  'a\nc',
  '😀😀',
  'ab',
];

test('[D2.dashboard.tools] a filter finds what the engine of the language finds', () => {
  for (const pattern of patterns) {
    const own = filterOf(pattern);
    const real = new RegExp(pattern, 'u');
    for (const text of texts) assert.is(own(text), real.test(text), `${pattern} on ${JSON.stringify(text)}`);
  }
  assert.ok(filterOf(undefined)('anything') && filterOf('')('anything'));
});

test('[D2.dashboard.tools] [dashboard.filter] no filter takes longer than the text is long', () => {
  const text = 'a'.repeat(500);
  for (const pattern of ['(a+)+$x', '(a|a)*x', '(.*)*x', '.*.*.*.*.*.*.*.*x', '(a?){20}a{20}x', '(a*)*'.repeat(10)]) {
    const started = performance.now();
    filterOf(pattern)(text);
    assert.ok(performance.now() - started < 2000, pattern);
  }
});

test('[D2.dashboard.tools] what is no filter is refused with a reason', () => {
  for (const [pattern, told] of [
    ['a'.repeat(101), 'at most 100 characters'],
    ['(', 'must be a regular expression'],
    ['(a)\\1', 'back reference'],
    ['(?=a)', 'look-around'],
    ['(?<!a)b', 'look-around'],
    ['(?<name>a)', 'named group'],
    ['a{301}', 'repeats too much'],
    ['((a{30}){30}){30}', 'repeats too much'],
  ] as const)
    assert.throws(
      () => filterOf(pattern),
      (failure: Error) => failure.message.includes(told),
      pattern,
    );
});

test.run();
