import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { openProject } from '../project/open-project.ts';
import { jestArguments, type TestedProject, usesLegacyDecorators } from '../testing/jest-arguments.ts';
import { readJestReport, type TestReport, runJest, type JestRun } from '../testing/run-jest.ts';
import { findTestPackage, hasOwnJestConfig, type TestPackage } from '../testing/test-package.ts';
import type { Project } from '../../config/load-project.ts';
import { envFiles } from '../dev/dev-environment.ts';
import { readEnvFile } from '../project/env-file.ts';
import { watch } from 'node:fs';

/** `service test`: runs the specs of the project under jest. Exit 5 when a test fails. */
export async function runTest(call: CommandCall): Promise<CommandOutcome> {
  const project = await openProject(call);
  const testPackage = await findTestPackage(project.root);
  const folder = await mkdtemp(join(tmpdir(), 'service-test-'));
  try {
    const watches = call.flags.switch('watch') && !hasOwnJestConfig(project.root);
    const env = {
      ...testEnvironment(project, call.env, !call.flags.switch('no-env')),
      ...(watches ? { SERVICE_TEST_STARTED: join(folder, 'started') } : {}),
    };
    const legacyDecorators = await usesLegacyDecorators(project.root);
    const session: TestSession = {
      call,
      testPackage,
      env,
      reportFile: join(folder, 'report.json'),
      project: { ...project, legacyDecorators },
    };
    const outcome = await runSpecs(session);
    return watches ? await runOnChanges(session) : outcome;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface TestSession {
  readonly call: CommandCall;
  readonly testPackage: TestPackage;
  readonly project: TestedProject;
  readonly env: JestRun['env'];
  readonly reportFile: string;
}

async function runSpecs({ call, env, project, reportFile, testPackage }: TestSession): Promise<CommandOutcome> {
  const words = [...jestArguments(call, project, testPackage), '--json', `--outputFile=${reportFile}`];
  await runJest(call, { program: testPackage.jest, words, cwd: project.root, env, reportFile });
  if (call.signal.aborted) return { exit: 'interrupted', data: null };
  const report = readJestReport(reportFile, project.root);
  if (report === undefined) throw notRun('jest did not run the tests', 'What it printed above says why');
  if (report.files === 0 && project.related === undefined)
    throw notRun('No test file was found', 'Write one as e2e/server.e2e.spec.ts, or name others in `test.testMatch`');
  return {
    exit: report.failed > 0 ? 'checkFailed' : 'ok',
    data: { ...report, failures: report.failures.map((failure) => ({ ...failure })) },
    text: printReport(report),
  };
}

/** After each save runs the specs that import a saved file, or whose servers do; with patterns, all matching specs. */
async function runOnChanges(session: TestSession): Promise<CommandOutcome> {
  const { call, project } = session;
  const changes = watchProject(project.root);
  try {
    for (;;) {
      call.output.say('Waiting for changes. Ctrl-C ends.');
      const changed = await changes.next(call.signal);
      if (changed === undefined) return { exit: 'interrupted', data: null };
      call.output.say(`Changed: ${changed.map((file) => relative(project.root, file)).join(', ')}`);
      const related = call.arguments.length === 0 ? changed : undefined;
      await runSpecs({ ...session, project: { ...project, related } });
    }
  } finally {
    changes.close();
  }
}

const notRun = (message: string, hint: string): CliError => new CliError({ code: 'tests-not-run', message, hint, exit: 'failure' });

const printReport = ({ failed, passed, skipped, todo }: TestReport): string =>
  `${passed} passed, ${failed} failed, ${skipped + todo} left out`;

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Variables of the specs and of the servers that they start: the shell's, over `.env.local`, over `.env`, over `env.test`, over
 * `env.shared` of the config.
 * @param readsFiles false for `--no-env`
 */
function testEnvironment(project: Project, shell: Variables, readsFiles: boolean): Variables {
  const files: readonly Variables[] = readsFiles ? envFiles(project).map(readEnvFile) : [];
  return Object.assign({ NODE_ENV: 'test' }, project.env.shared, project.env.test, ...files, shell) as Variables;
}

/** Editors write a file in several steps; one save is one change. */
const settleMs = 60;

/** Folders of generated files. */
const builtFolders = new Set(['node_modules', 'dist', 'coverage']);

interface ProjectWatch {
  /** The files that were saved since the last call; waits for one. Undefined when the signal ends the wait. */
  next(signal: AbortSignal): Promise<readonly string[] | undefined>;
  close(): void;
}

/** Watches the sources below a folder; names that begin with a dot do not count. */
function watchProject(root: string): ProjectWatch {
  const changed = new Set<string>();
  let wake = (): void => undefined;
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(root, { recursive: true }, (_, name) => {
    if (name === null || name.split(sep).some((part) => part.startsWith('.') || builtFolders.has(part))) return;
    changed.add(join(root, name));
    clearTimeout(timer);
    timer = setTimeout(() => wake(), settleMs);
  });
  // A folder that is taken away while it is looked at.
  watcher.on('error', () => undefined);
  const nextChange = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  return {
    async next(signal) {
      if (changed.size === 0 && !signal.aborted) await nextChange(signal);
      if (signal.aborted) return undefined;
      const files = [...changed];
      changed.clear();
      return files;
    },
    close() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}
