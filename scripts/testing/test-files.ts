import { join } from 'node:path';
import { listSources } from '../borders/source-files.ts';
import { readFileTimes, slowest, slowestFirst, writeFileTimes } from './file-times.ts';
import { runProgram } from './run-program.ts';
import { addResults, inParallel, type Section, type SectionContext, type SectionResult } from './section.ts';
import { uvuTotals } from './uvu-totals.ts';

/** The slowest take a minute of processor time; a machine may be shared by many. */
const fileTimeoutMs = 300_000;

interface TestFolders {
  readonly folders: readonly string[];
  /** Files that another section runs; they run here only when somebody asks for them by name. */
  readonly elsewhere?: readonly string[];
}

/** A section that runs every uvu file below some folders, one process a file, two at a time. */
export const testFiles = (name: string, about: string, { elsewhere = [], folders }: TestFolders): Section => ({
  name,
  about,
  async run(context) {
    const files = listSources(context.root, folders)
      .filter((file) => file.endsWith('.test.ts'))
      .filter((file) => (context.filters.length === 0 ? !elsewhere.includes(file) : context.filters.some((part) => file.includes(part))));
    const times: Record<string, number> = {};
    const results = await inParallel(slowestFirst(context.root, files, readFileTimes(context.root)), 2, async (file) => {
      const { milliseconds, ...result } = await runFile(context, file);
      times[file] = milliseconds;
      return result;
    });
    writeFileTimes(context.root, times);
    const longest = slowest(times, 10).map(([file, milliseconds]) => `          ${seconds(milliseconds)}  ${file}`);
    if (longest.length > 1) context.say(`  slowest:\n${longest.join('\n')}`);
    return addResults(results);
  },
});

async function runFile(context: SectionContext, file: string): Promise<SectionResult & { readonly milliseconds: number }> {
  const run = await runProgram(process.execPath, ['--import', 'tsx', '--conditions=service-source', join(context.root, file)], {
    cwd: context.root,
    timeoutMs: fileTimeoutMs,
  });
  const { problem, ...result } = uvuTotals(run.stdout, run.code);
  const took = seconds(run.milliseconds);
  if (problem === undefined)
    context.say(`  ok    ${file} (${result.passed}${result.skipped > 0 ? `, ${result.skipped} skipped` : ''}, ${took})`);
  else context.say(`  FAIL  ${file}: ${problem} (${took})\n${run.stdout}${run.stderr}`);
  return { ...result, milliseconds: run.milliseconds };
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
