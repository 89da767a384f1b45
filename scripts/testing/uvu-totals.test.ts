import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runProgram, type ProgramRun } from './run-program.ts';
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
test('a file whose process ended before it fails with the reason, whatever it had printed', () => {
  const problem = 'its process ended with SIGKILL';
  assert.equal(uvuTotals('', 137, problem), { passed: 0, failed: 1, skipped: 0, problem });
  assert.equal(uvuTotals(report(3, 3), 0, problem), { passed: 3, failed: 1, skipped: 0, problem });
});
test('a hook that throws is a failure, although uvu exits 0', async () => {
  const run = await runFile("test.before(() => { throw new Error('no port'); });\ntest('one', () => {});\ntest('two', () => {});");
  assert.is(run.code, 0);
  const { failed, problem } = uvuTotals(run.stdout, run.code);
  assert.is(failed, 2);
  assert.match(problem ?? '', 'hook threw');
});

/** A uvu file of its own process, beside this one so that it finds uvu. */
async function runFile(body: string): Promise<ProgramRun> {
  const source = `import { test } from 'uvu';\n${body}\ntest.run();\n`;
  return runProgram(process.execPath, ['--input-type=module', '-'], { cwd: import.meta.dirname, input: source });
}

test.run();
