import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createJestConfig } from '@service/testing/jest-config';
import { leftAfter, processesWith, staleLocks } from './processes.ts';

const root = resolve(import.meta.dirname, '../../..');
const workers = 4;
const files = 10;
const rounds = 50;
/** Servers that run at once when the runner is killed. */
const killAfterServers = workers;
const leaveLimitMs = 30_000;

export interface PortsResult {
  readonly ok: boolean;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  /** Processes and locks that were there when everything should have ended. */
  readonly left: readonly string[];
  readonly leftAfterKill: readonly string[];
  readonly failures: readonly string[];
}

/** Ten files in four workers, each starting a server in every round, and the same with the runner killed in the middle. */
export async function portsBar(temporary: string): Promise<PortsResult> {
  const folder = join(temporary, 'ports');
  writeProject(folder);
  const locks = staleLocks();
  const started = performance.now();
  const whole = new Run(folder);
  await whole.ended;
  const seconds = Math.round((performance.now() - started) / 1000);
  const left = await leftAfter(leaveLimitMs, () => [...whole.processes(), ...newLocks(locks)]);
  const report = readReport(folder);
  const killed = new Run(folder);
  await killed.untilServers(killAfterServers);
  killed.child.kill('SIGKILL');
  const leftAfterKill = await leftAfter(leaveLimitMs, () => [...killed.processes(), ...newLocks(locks)]);
  const ok = report.passed === files * rounds && report.failed === 0 && left.length + leftAfterKill.length === 0;
  return { ok, ...report, seconds, left, leftAfterKill };
}

const newLocks = (before: readonly string[]): readonly string[] => staleLocks().filter((name) => !before.includes(name));

/** Each server has an answer of its own: one that another server gives is a collision. */
function writeProject(folder: string): void {
  mkdirSync(join(folder, 'e2e'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const server = `"${process.execPath}" "${join(root, 'fixtures/testing/src/plain.mjs')}"`;
  for (let file = 0; file < files; file += 1)
    writeFileSync(
      join(folder, 'e2e', `file-${file}.e2e.spec.ts`),
      [
        "import { expect, test } from '@service/testing';",
        `test.describe.each(Array.from({ length: ${rounds} }, (_, round) => round))('round %d', (round) => {`,
        `  test.use({ server: ${JSON.stringify(server)}, env: { GREETING: \`file ${file} round \${round}\` }, publicMode: true });`,
        "  test('is answered by its own server', async ({ mcp }) => {",
        `    expect(await mcp.tools.call('echo')).toHaveTextContent(\`file ${file} round \${round}\`);`,
        '  });',
        '});',
        '',
      ].join('\n'),
    );
}

/** One run of jest; everything that it starts carries its mark. */
class Run {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  readonly #mark = `PORTS_BAR=${randomUUID()}`;

  constructor(folder: string) {
    const [name = '', value] = this.#mark.split('=');
    const from = join(root, 'tools/authors/package.json');
    const config = JSON.stringify({ ...createJestConfig({ from }), rootDir: folder });
    const words = ['--config', config, `--maxWorkers=${workers}`, '--json', `--outputFile=${join(folder, 'report.json')}`];
    const jest = join(root, 'tools/authors/node_modules/jest/bin/jest.js');
    this.child = spawn(process.execPath, ['--import', 'tsx', '--conditions=service-source', jest, ...words], {
      cwd: folder,
      env: {
        ...process.env,
        NODE_PATH: join(root, 'tools/authors/node_modules'),
        NODE_OPTIONS: '--conditions=service-source',
        [name]: value,
      },
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    this.ended = new Promise((resolve) => this.child.on('close', resolve));
  }

  processes(): readonly string[] {
    return processesWith(this.#mark);
  }

  async untilServers(count: number): Promise<void> {
    const servers = (): number => this.processes().filter((line) => /^\d+ \S*node"? \S*plain\.mjs/.test(line)).length;
    while (servers() < count && this.child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[] }[];
}

function readReport(folder: string): Pick<PortsResult, 'passed' | 'failed' | 'failures'> {
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as JestReport;
  const failures = report.testResults.flatMap(({ assertionResults }) => assertionResults.flatMap(({ failureMessages }) => failureMessages));
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures: failures.slice(0, 5) };
}
