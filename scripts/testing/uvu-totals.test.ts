import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { uvuTotals } from './uvu-totals.ts';

const report = (total: number, passed: number, skipped = 0): string =>
  `\n  Total:     ${total}\n  Passed:    ${passed}\n  Skipped:   ${skipped}\n`;

test('a green file counts what it passed and skipped', () => {
  assert.equal(uvuTotals(report(3, 3, 1), 0), { passed: 3, failed: 0, skipped: 1 });
});
test('several suites of one file are added', () => {
  assert.is(uvuTotals(report(3, 3) + report(2, 2), 0).passed, 5);
});
test('a forgotten test.run() exits 0 and still fails', () => {
  assert.equal(uvuTotals('', 0), { passed: 0, failed: 1, skipped: 0, problem: 'no totals: is test.run() at the end of the file?' });
});
test('a file without a test fails', () => {
  assert.is(uvuTotals(report(0, 0), 0).failed, 1);
});
test('failed tests are counted, and a non-zero exit never passes', () => {
  assert.is(uvuTotals(report(3, 1), 1).failed, 2);
  assert.is(uvuTotals(report(3, 3), 1).failed, 1);
});
test('the time limit is named', () => {
  assert.is(uvuTotals('', 124).problem, 'ended at the time limit');
});

test.run();
