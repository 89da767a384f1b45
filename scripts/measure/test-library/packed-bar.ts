import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { installPackedCli, npm, scaffold } from '../../packing/scaffold.ts';
import { bundleNodes } from '../../serving/judges.ts';
import { runProgram, type ProgramRun } from '../../testing/run-program.ts';
import { suiteServers } from './suite-servers.ts';

const root = resolve(import.meta.dirname, '../../..');
const repeats = 3;
/** How much longer than jest alone `service test` may take. */
const maxRatio = 2;

interface NodeResult {
  readonly node: string;
  /** Median milliseconds of `npx --no service test`. */
  readonly serviceTestMs: number;
  /** Of jest alone on the same file. */
  readonly plainJestMs: number;
  readonly ratio: number;
  /** Tests of the suite that passed and failed, over all servers. */
  readonly suite: { readonly passed: number; readonly failed: number };
  readonly failures: readonly string[];
}

export interface PackedResult {
  readonly ok: boolean;
  readonly servers: readonly string[];
  readonly nodes: readonly NodeResult[];
}

/** From tarballs, outside the repository: a scaffolded project is tested, and one suite runs against servers of every kind. */
export async function packedBar(temporary: string): Promise<PackedResult> {
  const folder = join(temporary, 'packed');
  mkdirSync(folder);
  const toolbox = await installPackedCli(folder);
  const { folder: made } = await scaffold(toolbox, 'made', { template: 'basic' });
  writeFileSync(join(made, 'plain-jest.json'), '{ "preset": "@service/testing" }');
  const suite = await writeSuite(join(folder, 'suite'), made);
  const servers = suiteServers({ node: 'dist/node/testing-fixture.bundle.js', worker: 'dist/worker/index.js' });
  const nodes: NodeResult[] = [];
  for (const node of bundleNodes()) nodes.push(await judgeOn(node, { made, suite, servers: JSON.stringify(servers) }));
  const ok = nodes.every(({ ratio, suite: { failed, passed } }) => ratio <= maxRatio && failed === 0 && passed > 0);
  return { ok, servers: servers.map(([name]) => name), nodes };
}

/** The fixture of the test library as a project of its own, with the packages of the scaffolded one, built for both platforms. */
async function writeSuite(folder: string, made: string): Promise<string> {
  const built = ['node_modules', 'dist', '.service', 'expected'];
  cpSync(join(root, 'fixtures/testing'), folder, { recursive: true, filter: (path) => !built.some((name) => path.endsWith(`/${name}`)) });
  symlinkSync(join(made, 'node_modules'), join(folder, 'node_modules'));
  // The repository's own settings are not there.
  cpSync(join(made, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  await npm(['exec', '--no', '--', 'service', 'build', '--target', 'node', '--target', 'worker', '--no-check'], folder);
  return folder;
}

interface Judged {
  readonly made: string;
  readonly suite: string;
  readonly servers: string;
}

async function judgeOn(
  { name, path }: { readonly name: string; readonly path: string },
  { made, servers, suite }: Judged,
): Promise<NodeResult> {
  const env = { ...process.env, PATH: `${dirname(path)}${delimiter}${process.env['PATH'] ?? ''}`, SUITE_SERVERS: servers };
  const run = async (cwd: string, words: readonly string[]): Promise<ProgramRun> => {
    const [program = '', ...args] = words;
    return runProgram(program, [...args], { cwd, env, timeoutMs: 300_000 });
  };
  const jest = [path, join(made, 'node_modules/jest/bin/jest.js'), '--config', 'plain-jest.json'];
  const times: Record<'service' | 'jest', number[]> = { service: [], jest: [] };
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    times.service.push((await passed(run(made, ['npx', '--no', 'service', 'test']))).milliseconds);
    times.jest.push((await passed(run(made, jest))).milliseconds);
  }
  const [serviceTestMs, plainJestMs] = [median(times.service), median(times.jest)];
  const judged = await run(suite, ['npx', '--no', 'service', 'test', 'any-server', '-i', '--json']);
  return { node: name, serviceTestMs, plainJestMs, ratio: Math.round((serviceTestMs / plainJestMs) * 100) / 100, ...readSuite(judged) };
}

async function passed(work: Promise<ProgramRun>): Promise<ProgramRun> {
  const run = await work;
  if (run.code !== 0) throw new Error(`the scaffolded project fails (exit code ${run.code}):\n${run.stdout}${run.stderr}`);
  return run;
}

function readSuite({ stderr, stdout }: ProgramRun): Pick<NodeResult, 'suite' | 'failures'> {
  try {
    const { data } = JSON.parse(stdout) as {
      readonly data: { readonly passed: number; readonly failed: number; readonly failures: readonly { test: string; message: string }[] };
    };
    const failures = data.failures.map(({ message, test }) => `${test}: ${message.split('\n    at ')[0] ?? ''}`);
    return { suite: { passed: data.passed, failed: data.failed }, failures };
  } catch {
    return { suite: { passed: 0, failed: 1 }, failures: [stderr.slice(-2000)] };
  }
}

const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0);
