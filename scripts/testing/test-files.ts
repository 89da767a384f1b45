import { join } from 'node:path';
import { listSources } from '../borders/source-files.ts';
import { readFileTimes, slowest, slowestFirst, writeFileTimes } from './file-times.ts';
import { addResults, type Section, type SectionContext, type SectionResult } from './section.ts';
import { startTestProcess, type TestProcess } from './test-process.ts';
import { uvuTotals } from './uvu-totals.ts';
import type { FileOutput } from './worker-output.ts';

/** A safety net, 20 times what the slowest file takes on a quiet machine. */
const fileTimeoutMs = 1_200_000;

interface TestFolders {
  readonly folders: readonly string[];
  /** Files that one process runs: what they import is loaded once, and what a file leaves behind is met by few others. */
  readonly filesPerProcess: number;
  readonly order: number;
  /** Files of this section among all of its folders. They run elsewhere too when somebody asks for them by name. */
  readonly includes: (file: string) => boolean;
}

/** A section that runs the uvu files below some folders. */
export const testFiles = (name: string, about: string, { filesPerProcess, folders, includes, order }: TestFolders): Section => ({
  name,
  about,
  order,
  async run(context) {
    const files = listSources(context.root, folders)
      .filter((file) => file.endsWith('.test.ts'))
      .filter(includes)
      .filter((file) => context.filters.length === 0 || context.filters.some((part) => file.includes(part)));
    const times: Record<string, number> = {};
    const processes = createProcesses(context, filesPerProcess);
    const results = await Promise.all(
      slowestFirst(context.root, files, readFileTimes(context.root)).map((file) =>
        context.run(async () => {
          const output = await processes.run(join(context.root, file));
          times[file] = output.milliseconds;
          return report(context, file, output);
        }),
      ),
    );
    results.push(await processes.end());
    writeFileTimes(context.root, times);
    const longest = slowest(times, 10).map(([file, milliseconds]) => `          ${seconds(milliseconds)}  ${file}`);
    if (longest.length > 1) context.say(`  slowest of ${name}:\n${longest.join('\n')}`);
    return addResults(results);
  },
});

/** Processes for the files of a section: one that has run enough files ends, and what its files have left open is a failure. */
function createProcesses(context: SectionContext, filesPerProcess: number) {
  const idle: TestProcess[] = [];
  const endings: Promise<SectionResult>[] = [];
  const retire = (process: TestProcess): void => void endings.push(process.end().then((problem) => reportEnd(context, process, problem)));
  return {
    async run(file: string): Promise<FileOutput> {
      const process = idle.pop() ?? startTestProcess({ cwd: context.root, timeoutMs: fileTimeoutMs });
      const output = await process.run(file);
      if (process.files.length >= filesPerProcess) retire(process);
      else if (process.usable) idle.push(process);
      return output;
    },
    async end(): Promise<SectionResult> {
      for (const process of idle.splice(0)) retire(process);
      return addResults(await Promise.all(endings));
    },
  };
}

function report(context: SectionContext, file: string, output: FileOutput): SectionResult {
  const { problem, ...result } = uvuTotals(output.stdout, output.code, output.ending);
  const took = `${seconds(output.milliseconds)}, CPU ${seconds(output.cpuMilliseconds)}`;
  if (problem === undefined) {
    context.say(`  ok    ${file} (${result.passed}${result.skipped > 0 ? `, ${result.skipped} skipped` : ''}, ${took})`);
    return result;
  }
  context.say(`  FAIL  ${file}: ${problem} (${took})`);
  const text = [problem, failuresOf(output.stdout), output.stderr.trim(), output.logs].filter((part) => part !== '').join('\n');
  context.fail({ where: file, text, command: `npm test -- ${file}` });
  return result;
}

/** What uvu printed of failed tests: suite and title, assertion, stack; without the totals. */
const failuresOf = (stdout: string): string =>
  stdout
    .split('\n')
    .filter((line) => !/^\s*(?:Total|Passed|Skipped|Duration):/.test(line))
    .join('\n')
    .trim();

function reportEnd(context: SectionContext, { files }: TestProcess, problem: string | undefined): SectionResult {
  if (problem === undefined) return { passed: 0, failed: 0, skipped: 0 };
  const text = `The process of these files did not end by itself after their tests (an open server, timer, socket or child process?):\n${files.join('\n')}\n${problem}`;
  context.say(`  FAIL  ${text}`);
  context.fail({ where: files.join(' '), text, command: `npm test -- ${files.join(' ')}` });
  return { passed: 0, failed: 1, skipped: 0 };
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
