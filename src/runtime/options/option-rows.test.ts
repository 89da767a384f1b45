import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { optionRowsOf, sentenceOf } from './option-rows.ts';

test('members of an app’s sign-in have the sentences of the server’s', () => {
  const without = optionRowsOf('app').filter(({ owner, path }) => sentenceOf(owner, path) === undefined);
  assert.equal(without, []);
  assert.is(sentenceOf('app', 'auth.realm'), sentenceOf('service', 'auth.realm'));
  assert.is.not(sentenceOf('app', 'auth'), sentenceOf('service', 'auth'));
});

test.run();
