import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

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
