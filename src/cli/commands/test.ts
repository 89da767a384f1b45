import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { openProject } from '../project/open-project.ts';
import { jestArguments } from '../testing/jest-arguments.ts';
import { usesLegacyDecorators } from '../testing/legacy-decorators.ts';
import { readJestReport, type TestReport } from '../testing/jest-report.ts';
import { testEnvironment } from '../testing/test-environment.ts';
import { findTestPackage } from '../testing/test-package.ts';

/** How long jest may end its workers after Ctrl-C. */
const stopLimitMs = 8000;

/** `service test`: runs the specs of the project under jest. Exit 5 when a test fails. */
export async function runTest(call: CommandCall): Promise<CommandOutcome> {
  const project = await openProject(call);
  const testPackage = await findTestPackage(project.root);
  const folder = await mkdtemp(join(tmpdir(), 'service-test-'));
  try {
    const reportFile = join(folder, 'report.json');
    const words = [
      ...jestArguments(call, { ...project, legacyDecorators: await usesLegacyDecorators(project.root) }, testPackage),
      '--json',
      `--outputFile=${reportFile}`,
    ];
    const env = testEnvironment(project, call.env, !call.flags.switch('no-env'));
    await runJest(call, { program: testPackage.jest, words, cwd: project.root, env });
    if (call.signal.aborted) return { exit: 'interrupted', data: null };
    const report = readJestReport(reportFile, project.root);
    if (report === undefined) throw notRun('jest did not run the tests', 'What it printed above says why');
    if (report.files === 0)
      throw notRun('No test file was found', 'Write one as e2e/server.e2e.spec.ts, or name others in `test.testMatch`');
    return {
      exit: report.failed > 0 ? 'checkFailed' : 'ok',
      data: { ...report, failures: report.failures.map((failure) => ({ ...failure })) },
      text: printReport(report),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const notRun = (message: string, hint: string): CliError => new CliError({ code: 'tests-not-run', message, hint, exit: 'failure' });

const printReport = ({ failed, passed, skipped, todo }: TestReport): string =>
  `${passed} passed, ${failed} failed, ${skipped + todo} left out`;

interface JestRun {
  readonly program: string;
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What jest prints is about the work, so all of it goes to stderr. Resolves when jest has ended. */
function runJest({ signal }: CommandCall, { cwd, env, program, words }: JestRun): Promise<void> {
  return new Promise((resolve, reject) => {
    // Node's own flags: a checkout runs sources.
    const child = spawn(process.execPath, [...process.execArgv, program, ...words], { cwd, env, stdio: ['inherit', 2, 2] });
    const stop = (): void => {
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), stopLimitMs).unref();
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    child.on('error', reject);
    child.on('close', () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
  });
}
