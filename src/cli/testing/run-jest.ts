import { spawn, type ChildProcess } from 'node:child_process';
import { watch, readFileSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import type { CommandCall } from '../command.ts';

/** How long jest may end its workers after Ctrl-C. */
const stopLimitMs = 8000;
/** How long jest may take to end after its report: it waits for whatever a spec left open, without end. */
const endLimitMs = 3000;

export interface JestRun {
  readonly program: string;
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What jest writes when the last test has ended. */
  readonly reportFile: string;
}

/** Sends all output of jest to stderr, because it is progress and no result. Resolves when jest has ended. */
export function runJest(call: CommandCall, { cwd, env, program, reportFile, words }: JestRun): Promise<void> {
  const { signal } = call;
  return new Promise((resolve, reject) => {
    // Node's own flags: a checkout runs sources.
    const child = spawn(process.execPath, [...process.execArgv, program, ...words], { cwd, env, stdio: ['inherit', 2, 2] });
    const stop = (): void => {
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), stopLimitMs).unref();
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    // With a watch mode of its own jest goes on after each report.
    const forget = words.includes('--watchAll') ? () => undefined : endAfterReport(child, reportFile, () => say(call));
    child.on('error', reject);
    child.on('close', () => {
      forget();
      signal.removeEventListener('abort', stop);
      resolve();
    });
  });
}

function endAfterReport(child: ChildProcess, reportFile: string, ended: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(dirname(reportFile), (_event, name) => {
    if (name !== basename(reportFile)) return;
    timer ??= setTimeout(() => {
      ended();
      child.kill('SIGKILL');
    }, endLimitMs);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}

const say = ({ output }: CommandCall): void =>
  output.say(
    'All tests have ended, but a spec left something open: a listener, a timer, or a connection. Ended jest. Close it in `test.afterAll`.',
  );

/** One test that failed, or a file that could not be run. */
interface Failure {
  readonly file: string;
  readonly test: string;
  readonly message: string;
}

/** The result of a run of jest. */
export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly todo: number;
  readonly files: number;
  readonly failures: readonly Failure[];
}

/** The parts of jest's own report that are read. */
interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Reads what jest wrote; undefined when it did not get so far. */
export function readJestReport(file: string, root: string): TestReport | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  const report = JSON.parse(text) as JestReport;
  const failures = report.testResults.flatMap(({ assertionResults, message, name, status }) => {
    const path = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ file: path, test: '', message }];
    return failed.map(({ failureMessages, fullName }) => ({ file: path, test: fullName, message: failureMessages.join('\n') }));
  });
  return {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, failures.length),
    skipped: report.numPendingTests,
    todo: report.numTodoTests,
    files: report.testResults.length,
    failures,
  };
}
