import type { SectionResult } from './section.ts';

/**
 * Counts what a uvu file reports. uvu exits 0 when `test.run()` was forgotten, when no test matched and when a `before` hook threw (it even
 * swallows the hook's error), so a file without totals, with a total of 0, or with fewer passed than its total is a failure; so is a
 * non-zero exit without a failed test, and a process that ended before the file did, whatever it had printed.
 */
export function uvuTotals(output: string, code: number, ending?: string): SectionResult & { readonly problem?: string } {
  const sum = (word: string): number =>
    [...output.matchAll(new RegExp(`^\\s*${word}:\\s+(\\d+)`, 'gm'))].reduce((total, match) => total + Number(match[1]), 0);
  const total = sum('Total');
  const passed = sum('Passed');
  const skipped = sum('Skipped');
  const failed = Math.max(0, total - passed);
  const hasTotals = /^\s*Total:/m.test(output);
  const problem = ending ?? problemOf({ hasTotals, total, failed, skipped, code });
  if (problem === undefined) return { passed, failed, skipped };
  return { passed, skipped, failed: hasTotals ? Math.max(failed, 1) : failed + 1, problem };
}

interface Totals {
  readonly hasTotals: boolean;
  readonly total: number;
  readonly failed: number;
  readonly skipped: number;
  readonly code: number;
}

function problemOf({ hasTotals, total, failed, skipped, code }: Totals): string | undefined {
  if (!hasTotals) return 'no totals: is test.run() at the end of the file?';
  if (total + skipped === 0) return 'holds no test';
  if (code === 0 && failed > 0)
    return `${failed} of ${total} never passed and nothing was reported: a before or after hook threw (uvu swallows its error)`;
  if (failed > 0) return `${failed} of ${total} failed`;
  return code === 0 ? undefined : `exit code ${code} although every test passed`;
}
