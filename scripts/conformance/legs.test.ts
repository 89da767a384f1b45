import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { allLegs, fallenBehind, functionLegOf, testedLegs } from './legs.ts';

const expected = { passed: 10, failed: 1, warnings: 0, skipped: 2 };

test('equal or better numbers pass', () => {
  assert.is(fallenBehind(expected, expected), undefined);
  assert.is(fallenBehind({ passed: 11, failed: 0, warnings: 0, skipped: 1 }, expected), undefined);
});
test('a vanished scenario shows in the passes although nothing failed', () => {
  assert.is(fallenBehind({ passed: 9, failed: 0, warnings: 0, skipped: 2 }, expected), 'passed 9, expected 10');
});
test('more failures, warnings or skipped checks are named', () => {
  assert.is(
    fallenBehind({ passed: 10, failed: 2, warnings: 1, skipped: 3 }, expected),
    'failed 2, expected 1; warnings 1, expected 0; skipped 3, expected 2',
  );
});
test('a leg without an expectation fails', () => {
  assert.match(fallenBehind(expected, undefined) ?? '', 'expected.json');
});

test('legs of functions name their target; npm test runs the short ones', () => {
  assert.equal(functionLegOf('serverless_a'), { target: 'serverless_a', sharesSessions: false });
  assert.equal(functionLegOf('serverless_b:all'), { target: 'serverless_b', sharesSessions: true });
  assert.is(functionLegOf('fetch:all'), undefined);
  assert.equal(
    allLegs().filter((name) => !testedLegs().includes(name)),
    ['serverless_a:all', 'serverless_b:all'],
  );
});

test.run();
