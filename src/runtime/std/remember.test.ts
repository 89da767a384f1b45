import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { remember } from './remember.ts';

test('answers are remembered, absent ones included', () => {
  const asked: string[] = [];
  const answer = remember(10, (text) => {
    asked.push(text);
    return text === 'none' ? undefined : text.length;
  });
  for (const text of ['a', 'none', 'a', 'none']) answer(text);
  assert.is(answer('a'), 1);
  assert.is(answer('none'), undefined);
  assert.equal(asked, ['a', 'none']);
});

test('many texts take no more places than there are', () => {
  const asked: string[] = [];
  const answer = remember(2, (text) => asked.push(text));
  for (const text of ['a', 'b', 'c', 'a']) answer(text);
  assert.equal(asked, ['a', 'b', 'c', 'a'], 'a third text makes room for itself');
});

test.run();
