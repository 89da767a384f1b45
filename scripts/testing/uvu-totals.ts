import type { SectionResult } from './section.ts';

/**
 * Counts what a uvu file reports. uvu exits 0 when `test.run()` was forgotten or no test matched, so a file without totals, or with a
 * total of 0, is a failure; so is a non-zero exit without a failed test.
 */
export function uvuTotals(output: string, code: number): SectionResult & { readonly problem?: string } {
  const sum = (word: string): number =>
    [...output.matchAll(new RegExp(`^\\s*${word}:\\s+(\\d+)`, 'gm'))].reduce((total, match) => total + Number(match[1]), 0);
  const total = sum('Total');
  const passed = sum('Passed');
  const skipped = sum('Skipped');
  const failed = Math.max(0, total - passed);
  if (!/^\s*Total:/m.test(output))
    return {
      passed,
      skipped,
      failed: failed + 1,
      problem: code === 124 ? 'ended at the time limit' : 'no totals: is test.run() at the end of the file?',
    };
  if (total + skipped === 0) return { passed, skipped, failed: 1, problem: 'holds no test' };
  if (code !== 0 && failed === 0) return { passed, skipped, failed: 1, problem: `exit code ${code} although every test passed` };
  return failed > 0 ? { passed, skipped, failed, problem: `${failed} of ${total} failed` } : { passed, skipped, failed };
}
