import { join } from 'node:path';
import { listSources } from '../borders/source-files.ts';
import { splitBatch, type FileOutput } from './batch-output.ts';
import { readFileTimes, slowest, slowestFirst, writeFileTimes } from './file-times.ts';
import { runProgram } from './run-program.ts';
import { addResults, inParallel, type Section, type SectionContext, type SectionResult } from './section.ts';
import { uvuTotals } from './uvu-totals.ts';

/** For a whole batch; the slowest file takes a minute of processor time, and a machine may be shared by many. */
const batchTimeoutMs = 600_000;

interface TestFolders {
  readonly folders: readonly string[];
  /** Files that one process runs: loading and parsing are shared, and what a file leaves behind is met by few others. */
  readonly batchSize: number;
  /** Files that another section runs; they run here only when somebody asks for them by name. */
  readonly elsewhere?: readonly string[];
}

/** A section that runs every uvu file below some folders, in batches, two processes at a time. */
export const testFiles = (name: string, about: string, { batchSize, elsewhere = [], folders }: TestFolders): Section => ({
  name,
  about,
  async run(context) {
    const files = listSources(context.root, folders)
      .filter((file) => file.endsWith('.test.ts'))
      .filter((file) => (context.filters.length === 0 ? !elsewhere.includes(file) : context.filters.some((part) => file.includes(part))));
    const times: Record<string, number> = {};
    const batches = batchesOf(slowestFirst(context.root, files, readFileTimes(context.root)), batchSize);
    const results = await inParallel(batches, 2, (batch) => runBatch(context, batch, times));
    writeFileTimes(context.root, times);
    const longest = slowest(times, 10).map(([file, milliseconds]) => `          ${seconds(milliseconds)}  ${file}`);
    if (longest.length > 1) context.say(`  slowest:\n${longest.join('\n')}`);
    return addResults(results);
  },
});

/** Each batch gets slow files and fast ones; on a small run every processor has work. */
function batchesOf(files: readonly string[], size: number): readonly (readonly string[])[] {
  const count = Math.min(files.length, Math.max(2, Math.ceil(files.length / size)));
  return Array.from({ length: count }, (_, first) => files.filter((_file, at) => at % count === first));
}

/** Runs files in one process. Those behind a file that ended it are run in another. */
async function runBatch(context: SectionContext, files: readonly string[], times: Record<string, number>): Promise<SectionResult> {
  const paths = files.map((file) => join(context.root, file));
  const args = ['--import', 'tsx', '--conditions=service-source', join(import.meta.dirname, 'run-batch.ts'), ...paths];
  const run = await runProgram(process.execPath, args, { cwd: context.root, timeoutMs: batchTimeoutMs });
  const outputs = splitBatch(files.length, run);
  const results = outputs.map((output, at) => {
    const file = files[at] ?? '';
    times[file] = output.milliseconds;
    return report(context, file, output);
  });
  const rest = files.slice(outputs.length);
  if (rest.length > 0) return addResults([...results, await runBatch(context, rest, times)]);
  if (run.code === 0 || results.some(({ failed }) => failed > 0)) return addResults(results);
  context.say(
    `  FAIL  the process of these files ended with ${run.code} after their tests (an open server, timer, socket or child process?):`,
  );
  context.say(`        ${files.join('\n        ')}\n${run.stderr.slice(-2000)}`);
  return addResults([...results, { passed: 0, failed: 1, skipped: 0 }]);
}

function report(context: SectionContext, file: string, { code, milliseconds, stderr, stdout }: FileOutput): SectionResult {
  const { problem, ...result } = uvuTotals(stdout, code);
  const took = seconds(milliseconds);
  if (problem === undefined)
    context.say(`  ok    ${file} (${result.passed}${result.skipped > 0 ? `, ${result.skipped} skipped` : ''}, ${took})`);
  else context.say(`  FAIL  ${file}: ${problem} (${took})\n${stdout}${stderr}`);
  return result;
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
