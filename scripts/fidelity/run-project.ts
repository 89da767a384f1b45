import { recordFirst, replay, type Exchange, type Recording } from './calls/record.ts';
import { WireSession } from './calls/wire-session.ts';
import { compareExchanges, compareLogs, type Difference, type FoundDifference } from './compare.ts';
import { buildNames, defaultCallsPerTool, type BuildName, type FidelityProject, type Scenario } from './project.ts';
import { buildProject, type Built, type Refused } from './runners/build-project.ts';
import { entryPath, StartFailed, type RunningServer } from './runners/running-server.ts';
import { startBuild, startUncompiled, type BuiltRun } from './runners/start-run.ts';
import { normaliseLogLine } from './calls/normalise.ts';

export interface ProjectResult {
  readonly project: string;
  /** Answers that were compared with the baseline's. */
  readonly calls: number;
  readonly differences: readonly FoundDifference[];
  readonly refused: readonly { readonly build: BuildName; readonly codes: readonly string[] }[];
}

/** Runs one project in every way and compares. */
export async function runProject(project: FidelityProject, seed: number): Promise<ProjectResult> {
  const differences: FoundDifference[] = [];
  const refused: { build: BuildName; codes: readonly string[] }[] = [];
  const builds = new Map<BuildName, Built>();
  for (const name of project.builds ?? buildNames) {
    const built = await buildProject(project, name);
    if (built.kind === 'built') builds.set(name, built);
    else if (isAllowed(built, project.refusals?.[name])) refused.push({ build: name, codes: built.codes });
    else
      differences.push({
        project: project.name,
        scenario: 'build',
        build: name,
        call: 'build',
        at: '',
        uncompiled: 'runs',
        built: built.text,
      });
  }
  const { baseline = 'uncompiled' } = project;
  const first = baseline === 'uncompiled' ? undefined : builds.get(baseline);
  let calls = 0;
  for (const scenario of project.scenarios) {
    const run = { project, scenario };
    const starting = () =>
      first === undefined ? startUncompiled(project, scenario) : startBuild({ ...run, build: 'node-esbuild', built: first }, entryPath);
    const expected = await runBaseline(starting, run, seed);
    for (const [build, built] of builds) {
      if (build === baseline) continue;
      const { compared, found } = await runBuilt({ ...run, build, built }, expected);
      calls += compared;
      differences.push(...found.map((difference) => ({ project: project.name, scenario: scenario.name, build, ...difference })));
    }
  }
  return { project: project.name, calls, differences, refused };
}

/** A refusal is one only when every error has a code that was expected. */
const isAllowed = ({ codes }: Refused, allowed: readonly string[] = []): boolean => codes.every((code) => allowed.includes(code));

interface BaselineRun {
  /** Absent when the server does not start: then no build may. */
  readonly recording?: Recording;
  readonly path: string;
  readonly log: readonly string[];
}

async function runBaseline(
  start: () => Promise<RunningServer>,
  { project, scenario }: { readonly project: FidelityProject; readonly scenario: Scenario },
  seed: number,
): Promise<BaselineRun> {
  const { callsPerTool = defaultCallsPerTool, uncalled = {} } = project;
  const { clients = [{ name: '' }], pages = [] } = scenario;
  const options = {
    seed,
    callsPerTool,
    uncalled,
    clients,
    pages,
  };
  try {
    const { log, path, value } = await withServer(start(), (server) => recordFirst(server, options));
    return { recording: value, log, path };
  } catch (error) {
    if (error instanceof StartFailed) return { log: logLines(error.output), path: entryPath };
    throw error;
  }
}

async function runBuilt(run: BuiltRun, expected: BaselineRun): Promise<{ compared: number; found: Difference[] }> {
  const { recording, path } = expected;
  const isWorker = run.build === 'worker';
  const expectedLog = isWorker ? comparableWithWorker(expected.log) : expected.log;
  const logOf = (lines: readonly string[]): readonly string[] => (isWorker ? comparableWithWorker(lines) : lines);
  try {
    const { log, value } = await withServer<boolean | readonly Exchange[]>(startBuild(run, path), (server) =>
      recording === undefined ? refusesEverything(server) : replay(server, recording.script),
    );
    if (recording !== undefined && typeof value !== 'boolean') {
      const found = compareExchanges(recording.exchanges, value, run.project.absent?.[run.build]);
      return { compared: value.length, found: [...found, ...compareLogs(expectedLog, logOf(log))] };
    }
    // A worker starts when it is first asked, and answers that it cannot.
    if (isWorker && value === true) return { compared: 2, found: [] };
    return { compared: 1, found: [{ call: 'start', at: '', uncompiled: expected.log, built: 'started' }] };
  } catch (error) {
    if (!(error instanceof StartFailed)) throw error;
    const log = logOf(logLines(error.output));
    if (recording === undefined) return { compared: 1, found: isWorker ? [] : compareLogs(expectedLog, log) };
    return { compared: 1, found: [{ call: 'start', at: '', uncompiled: 'started', built: log }] };
  }
}

async function refusesEverything(server: RunningServer): Promise<boolean> {
  const answers = [await new WireSession(server.url, '2025-06-18').open(), await new WireSession(server.url, '2026-07-28').open()];
  return answers.every(({ status }) => status >= 500);
}

async function withServer<T>(starting: Promise<RunningServer>, use: (server: RunningServer) => T | Promise<T>) {
  const server = await starting;
  let value: T;
  try {
    value = await use(server);
  } finally {
    await server.stop();
  }
  // Only a process that has ended has written everything.
  return { value, path: new URL(server.url).pathname, log: logLines(server.output()) };
}

/*
 * What the platforms say about themselves and no program causes: where a node process listens and that it stops. Frames of a stack name
 * files of the build. Everything else that a server writes is compared.
 */
const platformLines: readonly RegExp[] = [/ is listening at http/, / is stopping$/, /^\s+at /];

/** What an operator is told about a process that listens, which a worker is not. */
const listeningLines = /\b(?:CORS_DISABLED|CORS_ORIGIN_TRUE|BIND_\w+|DNS_REBINDING_\w+|STRICT_MODE_HINT): /;

/** A worker knows no address of its own, and without NODE_ENV it is one of production: both are said about sign-in. */
const productionLines = /(?:^WARN |"message":")auth: (?:the address of this server is what each request says|identity is not checked)/;

/** What a server has written, line by line. */
function logLines(output: string): string[] {
  return output
    .split('\n')
    .map((line) => normaliseLogLine(line.trimEnd()))
    .filter((line) => line !== '' && !platformLines.some((pattern) => pattern.test(line)));
}

/** Lines that a worker writes too. */
const comparableWithWorker = (lines: readonly string[]): string[] =>
  lines.filter((line) => !listeningLines.test(line) && !productionLines.test(line));
