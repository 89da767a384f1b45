import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { optionRows } from './option-rows.ts';
import { describedOptions, sentenceOf } from './sentences.ts';

test('every option has a sentence', () => {
  assert.equal(
    optionRows.filter(({ owner, path }) => sentenceOf(owner, path) === undefined).map(({ owner, path }) => `${owner} ${path}`),
    [],
  );
});

test('every sentence belongs to an option', () => {
  const known = new Set(optionRows.flatMap(({ owner, path }) => [path, `${owner} ${path}`]));
  assert.equal(
    describedOptions().filter((key) => !known.has(key)),
    [],
  );
});

test.run();
