/* Specs as users write them: under `service test` (jest with swc), and under the runner of Node. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const root = fileURLToPath(new URL('../..', import.meta.url));
const project = join(root, 'fixtures/testing');
const sources = ['--import', 'tsx', '--conditions=service-source'];

interface Answer {
  readonly status: number | null;
  readonly stderr: string;
  readonly report: {
    readonly data: {
      readonly passed: number;
      readonly failed: number;
      readonly skipped: number;
      readonly todo: number;
      readonly failures: readonly { readonly test: string; readonly message: string }[];
    };
    readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
  };
}

/** `service test` as it is typed; jest is found where this checkout keeps it. */
function runTest(words: readonly string[], env: Readonly<Record<string, string>> = {}): Answer {
  const all = { ...process.env, NODE_PATH: join(root, 'tools/jest/node_modules'), ...env };
  const args = [...sources, join(root, 'bin/service.js'), 'test', ...words, '--json'];
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { cwd: project, env: all, encoding: 'utf8', timeout: 170_000 });
  return { status, stderr, report: JSON.parse(stdout) as Answer['report'] };
}

const locks = join(tmpdir(), 'service-test-ports');

/** Locks of processes that are dead: other runs on this machine have locks of their own, and take them away when they end. */
const staleLocks = (): string[] => readdirSync(locks).filter((name) => isStale(join(locks, name)));

function isStale(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** A guardian takes the lock of a killed run away once it has seen its death. */
async function assertNothingLeft(before: readonly string[], pid?: string): Promise<void> {
  const left = (): readonly string[] => [
    ...staleLocks().filter((name) => !before.includes(name)),
    ...(pid !== undefined && existsSync(`/proc/${pid}/fd/0`) ? [`process ${pid}`] : []),
  ];
  const deadline = Date.now() + 10_000;
  while (left().length > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(left(), []);
}

test('[T.1] [T.2] [T.3] [T.4] [T.5] [T.6] [T.7] [T.8] [T.9] [T.15] [T.20] [T.21] [T.22] [T.68] [T.69] [T.70] [T.71] service test runs a project', () => {
  writeFileSync(join(project, '.env'), 'FROM_ENV_FILE=read\n');
  try {
    const { report, status, stderr } = runTest(['tools', '-i', '-v', '-t', '50000'], { EXPECTED_FROM_ENV_FILE: 'read', DEBUG_SERVER: '1' });
    assert.equal(report.data.failures, []);
    const { failed, passed, skipped, todo } = report.data;
    assert.equal([status, passed, failed, skipped, todo], [0, 15, 0, 2, 1]);
    assert.match(stderr, /MCP client could not connect anonymously/);
    assert.match(stderr, /✓ adds 1 to 2/);
    assert.match(stderr, /\[SERVER\] \$ .*src\/main\.ts\n/);
    assert.match(stderr, /\[SERVER\] counted 1\n/);
  } finally {
    rmSync(join(project, '.env'));
  }
});

test('[T.10] [T.68] a failed test ends with 5, and with what the server printed last', async () => {
  const before = staleLocks();
  const { report, status, stderr } = runTest(['failing', '--no-env'], { RUN_FAILING: '1' });
  assert.is(status, 5);
  assert.equal(
    report.data.failures.map(({ test: name, message }) => [name, message.split('\n    at ')[0]?.split('\nReceived')[0]]),
    [
      ['a test that fails prints the log of the server', 'Error: Expected the tools to contain missing'],
      [
        'without options says what is missing',
        'ServerStartError: test.use() requires either server (entry file path) or baseUrl (for external server) option',
      ],
      [
        'a server that ends says so',
        'ServerStartError: Failed to start test server.\nThe process ended with exit code 3\n\nServer output:\ngone',
      ],
    ],
  );
  assert.match(stderr, /Server log \(last 50 entries\):\n {2}line 11951\n[^]* {2}called\n/);
  await assertNothingLeft(before);
});

test('[T.68] Ctrl-C ends jest, and every server with it', async () => {
  const before = staleLocks();
  const env = { ...process.env, NODE_PATH: join(root, 'tools/jest/node_modules'), RUN_HANGING: '1' };
  const run = spawn(process.execPath, [...sources, join(root, 'bin/service.js'), 'test', 'failing', '-i', '--json'], { cwd: project, env });
  const pid = await new Promise<string>((resolve) => {
    let text = '';
    run.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /hanging (\d+)\n/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  run.kill('SIGINT');
  assert.is(await new Promise((resolve) => run.on('close', resolve)), 130);
  await assertNothingLeft(before, pid);
});

test('[T.72] without the runner, the message says where it comes from', () => {
  const { report, status } = runTest([], { NODE_PATH: '' });
  assert.equal([status, report.diagnostics[0]?.code], [6, 'test-runner-missing']);
  assert.is(report.diagnostics[0]?.message, 'The test command needs @swc/jest, which comes with @service/testing');
});

test('[T.1] the same functions under the runner of Node', () => {
  const args = [...sources, '--test', '--test-reporter=tap', 'node/plain.spec.ts'];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: project, env, encoding: 'utf8', timeout: 60_000 });
  assert.is(status, 0, stdout);
  assert.match(stdout, /# pass 5\n# fail 0\n# cancelled 0\n# skipped 1\n# todo 1/);
});

test.run();
