import { join } from 'node:path';
import { listSources } from '../borders/source-files.ts';
import { runProgram } from './run-program.ts';
import { addResults, inParallel, type Section, type SectionContext, type SectionResult } from './section.ts';
import { uvuTotals } from './uvu-totals.ts';

const fileTimeoutMs = 180_000;

/** A section that runs every uvu file below some folders, one process a file, two at a time. */
export const testFiles = (name: string, about: string, folders: readonly string[]): Section => ({
  name,
  about,
  async run(context) {
    const files = listSources(context.root, folders)
      .filter((file) => file.endsWith('.test.ts'))
      .filter((file) => context.filters.length === 0 || context.filters.some((part) => file.includes(part)));
    const results = await inParallel(files, 2, (file) => runFile(context, file));
    return addResults(results);
  },
});

async function runFile(context: SectionContext, file: string): Promise<SectionResult> {
  const run = await runProgram(process.execPath, ['--import', 'tsx', '--conditions=service-source', join(context.root, file)], {
    cwd: context.root,
    timeoutMs: fileTimeoutMs,
  });
  const { problem, ...result } = uvuTotals(run.stdout, run.code);
  const seconds = (run.milliseconds / 1000).toFixed(1);
  if (problem === undefined)
    context.say(`  ok    ${file} (${result.passed}${result.skipped > 0 ? `, ${result.skipped} skipped` : ''}, ${seconds} s)`);
  else context.say(`  FAIL  ${file}: ${problem} (${seconds} s)\n${run.stdout}${run.stderr}`);
  return result;
}
