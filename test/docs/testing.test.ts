/* Specs as users write them: under `service test` (jest with swc), and under the runner of Node. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createJestConfig } from '../../packages/testing/src/jest/jest-config.ts';
import { leftAfter, staleLocks } from '../../scripts/measure/test-library/processes.ts';
import { suiteServers } from '../../scripts/measure/test-library/suite-servers.ts';

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
function runTest(words: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = project): Answer {
  const all = { ...process.env, NODE_PATH: join(root, 'tools/authors/node_modules'), ...env };
  const args = [...sources, join(root, 'bin/service.js'), 'test', ...words, '--json'];
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { cwd, env: all, encoding: 'utf8', timeout: 600_000 });
  return { status, stderr, report: JSON.parse(stdout) as Answer['report'] };
}

/** A guardian takes the lock of a killed run away once it has seen its death. */
async function assertNothingLeft(before: readonly string[], pid?: string): Promise<void> {
  const left = (): readonly string[] => [
    ...staleLocks().filter((name) => !before.includes(name)),
    ...(pid !== undefined && existsSync(`/proc/${pid}/fd/0`) ? [`process ${pid}`] : []),
  ];
  assert.equal(await leftAfter(60_000, left), []);
}

test('[T.1] [T.2] [T.3] [T.4] [T.5] [T.6] [T.7] [T.8] [T.9] [T.15] [T.20] [T.21] [T.22] [T.68] [T.69] [T.70] [T.71] [testing.fake-timers] [testing.declared] service test runs a project', () => {
  // Another run in this checkout would read the file too.
  const folder = mkdtempSync(join(tmpdir(), 'service-testing-'));
  try {
    cpSync(project, folder, { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, '.env'), 'FROM_ENV_FILE=read\n');
    const env = {
      EXPECTED_FROM_ENV_FILE: 'read',
      DEBUG_SERVER: '1',
      SUITE_SERVERS: JSON.stringify(suiteServers(undefined, { NODE_OPTIONS: '--conditions=service-source' })),
    };
    const { report, status, stderr } = runTest(['tools', 'any-server', '-i', '-v', '-t', '300000'], env, folder);
    assert.equal(report.data.failures, []);
    const { failed, passed, skipped, todo } = report.data;
    assert.equal([status, passed, failed, skipped, todo], [0, 34, 0, 2, 1]);
    assert.match(stderr, /MCP client could not connect anonymously/);
    assert.match(stderr, /✓ adds 1 to 2/);
    assert.match(stderr, /\[SERVER\] \$ .*src\/main\.ts\n/);
    assert.match(stderr, /\[SERVER\] counted 1\n/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('[T.10] [T.68] [testing.run-ends] a failed test ends with 5, and with what the server printed last', async () => {
  const before = staleLocks();
  const { report, status, stderr } = runTest(['failing', '--no-env'], { RUN_FAILING: '1' });
  assert.is(status, 5);
  assert.equal(
    report.data.failures.map(({ test: name, message }) => [name, message.split(/\n {4}at |\nReceived|\nAdd a timeout/)[0]]),
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
      [
        'a hook with a parameter waits for done',
        'Error: thrown: "Exceeded timeout of 100 ms for a hook while waiting for `done()` to be called.',
      ],
    ],
  );
  assert.match(stderr, /All tests have ended, but a spec left something open/);
  assert.match(stderr, /Server log \(last 50 entries\):\n {2}line 11951\n[^]* {2}called\n/);
  await assertNothingLeft(before);
});

test('[testing.own-globals] under jest without globals, with a configuration of the project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-own-jest-'));
  const config = createJestConfig({ from: join(root, 'tools/authors/package.json'), testMatch: ['<rootDir>/*.test.ts'] });
  writeFileSync(join(folder, 'jest.config.json'), JSON.stringify({ ...config, injectGlobals: false }));
  writeFileSync(join(folder, 'service.config.json'), '{"name":"own"}');
  const body = "test('has matchers', () => { expect([{ name: 'add' }]).toContainTool('add'); expect(typeof jest).toBe('undefined'); });";
  writeFileSync(join(folder, 'own.test.ts'), `import { expect, test } from '@service/testing';\n${body}\n`);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  try {
    const { report, status } = runTest([], {}, folder);
    assert.equal([status, report.data.failures, report.data.passed], [0, [], 1]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('[T.68] Ctrl-C ends jest, and every server with it', async () => {
  const before = staleLocks();
  const env = { ...process.env, NODE_PATH: join(root, 'tools/authors/node_modules'), RUN_HANGING: '1' };
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

test('[T.68] watch mode runs the spec again whose server holds the saved file, and no other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-watch-'));
  mkdirSync(join(folder, 'e2e'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"name":"watched","version":"1.0.0","type":"module"}');
  writeFileSync(join(folder, 'service.config.json'), '{"name":"watched"}');
  for (const name of ['one', 'other']) {
    writeFileSync(join(folder, `${name}-part.mjs`), 'export const part = 1;\n');
    const plain = JSON.stringify(join(project, 'src/plain.mjs'));
    writeFileSync(join(folder, `${name}.mjs`), `import './${name}-part.mjs';\nimport ${plain};\n`);
    const use = `test.use({ server: 'node ${name}.mjs', publicMode: true });`;
    const body = `test('starts ${name}', ({ server }) => { expect(server.info.port > 0).toBe(true); });`;
    writeFileSync(join(folder, `e2e/${name}.e2e.spec.ts`), `import { expect, test } from '@service/testing';\n${use}\n${body}\n`);
  }
  const env = { ...process.env, NODE_PATH: join(root, 'tools/authors/node_modules') };
  const run = spawn(process.execPath, [...sources, join(root, 'bin/service.js'), 'test', '--watch', '-i', '-v'], { cwd: folder, env });
  let printed = '';
  const ended = new Promise((resolve) => run.on('close', resolve));
  const waits = (): Promise<void> =>
    new Promise((resolve) => {
      const look = (chunk: Buffer): void => {
        printed += chunk.toString();
        if (!printed.includes('Waiting for changes')) return;
        run.stderr.off('data', look);
        resolve();
      };
      run.stderr.on('data', look);
      void ended.then(() => resolve());
    });
  try {
    await waits();
    assert.ok(printed.includes('starts one') && printed.includes('starts other'), printed);
    printed = '';
    writeFileSync(join(folder, 'other-part.mjs'), 'export const part = 2;\n');
    await waits();
    assert.match(printed, /^Changed: other-part\.mjs\n/);
    assert.ok(!printed.includes('starts one') && printed.includes('starts other'), printed);
  } finally {
    run.kill('SIGINT');
    assert.is(await ended, 130);
    rmSync(folder, { recursive: true });
  }
});

test('[T.69] a configuration of the project replaces the generated one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-own-jest-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"name":"own","version":"1.0.0"}');
    writeFileSync(join(folder, 'service.config.json'), '{"name":"own"}');
    writeFileSync(join(folder, 'jest.config.json'), '{"testMatch":["<rootDir>/mine.js"],"transform":{}}');
    writeFileSync(join(folder, 'mine.js'), "test('runs', () => expect(process.env.NODE_ENV).toBe('test'));\n");
    const { report, status } = runTest([], {}, folder);
    assert.equal([status, report.data.passed, report.data.failed], [0, 1, 0]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('[T.72] without the runner, the message says where it comes from', () => {
  const { report, status } = runTest([], { NODE_PATH: '' });
  assert.equal([status, report.diagnostics[0]?.code], [6, 'test-runner-missing']);
  assert.is(report.diagnostics[0]?.message, 'The test command needs @swc/jest, which comes with @service/testing');
});

test('[T.1] the same functions under the runner of Node', () => {
  const args = [...sources, '--test', '--test-reporter=tap', 'node/plain.spec.ts'];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: project, env, encoding: 'utf8', timeout: 300_000 });
  assert.is(status, 0, stdout);
  assert.match(stdout, /# pass 5\n# fail 0\n# cancelled 0\n# skipped 1\n# todo 1/);
});

test.run();
