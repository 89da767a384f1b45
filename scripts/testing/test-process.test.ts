import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startTestProcess } from './test-process.ts';
import { uvuTotals } from './uvu-totals.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, '.service/test-files');
const test = suite<{ made: string }>('processes of a test run');
test.before.each((context) => {
  // Below the repository, for its packages, and where no list of its files finds them.
  mkdirSync(folder, { recursive: true });
  context.made = mkdtempSync(join(folder, 'files-'));
});
test.after.each(({ made }) => rmSync(made, { recursive: true, force: true }));

const head = "import { test } from 'uvu';\nimport * as assert from 'uvu/assert';\n";
const options = { cwd: import.meta.dirname, timeoutMs: 600_000 };

function write(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

test('each file of a process has its own result; what throws takes no other with it', async ({ made }) => {
  const texts = {
    'green.ts': `${head}test('a', () => {}); test('b', () => {}); test.run();`,
    'red.ts': `${head}console.error('why'); test('a', () => assert.is(1, 2)); test.run();`,
    'throws.ts': `${head}throw new Error('broken file');`,
    'hook.ts': `${head}test.before(() => { throw new Error('broken hook'); }); test('a', () => {}); test.run();`,
    'again.ts': `${head}test('a', () => {}); test.run();`,
  };
  const worker = startTestProcess(options);
  const outputs = [];
  for (const [name, text] of Object.entries(texts)) outputs.push(await worker.run(write(made, name, text)));
  assert.is(await worker.end(), undefined);
  const counts = outputs.map(({ code, stdout }) => uvuTotals(stdout, code)).map(({ failed, passed }) => [passed, failed]);
  assert.equal(counts, [
    [2, 0],
    [0, 1],
    [0, 1],
    [0, 1],
    [1, 0],
  ]);
  assert.match(outputs[1]?.stderr ?? '', 'why');
  assert.match(outputs[2]?.stderr ?? '', 'broken file');
  assert.is(outputs[4]?.stderr, '');
});

const endings: Readonly<Record<string, readonly [body: string, reason: RegExp]>> = {
  'process.exit': ['process.exit(0);', /its process ended with code 0/],
  'a kill': [
    "process.kill(process.pid, 'SIGKILL'); await new Promise(() => setInterval(() => {}, 1000));",
    /its process ended with SIGKILL/,
  ],
  'a promise that never settles': ['await new Promise(() => {});', /ended with code 13: a promise that a test waits for never settles/],
};
for (const [name, [body, reason]] of Object.entries(endings))
  test(`a file that ends its process is a failure with the reason, never a time-out: ${name}`, async ({ made }) => {
    const worker = startTestProcess(options);
    const { code, ending, stdout } = await worker.run(write(made, 'ends.ts', `${head}${body}\ntest.run();`));
    const { failed, problem } = uvuTotals(stdout, code, ending);
    assert.is(failed, 1);
    assert.match(problem ?? '', reason);
    assert.not.ok(worker.usable);
  });

test('a file that never ends is ended at the time limit, which is named', async ({ made }) => {
  const worker = startTestProcess({ ...options, timeoutMs: 1 });
  const { code, ending, stdout } = await worker.run(write(made, 'endless.ts', 'await new Promise(() => setInterval(() => {}, 1000));'));
  assert.is(uvuTotals(stdout, code, ending).problem, 'it was ended after 0.001 s');
});

const opening: Readonly<Record<string, string>> = {
  'a timer': 'setInterval(() => {}, 1000)',
  'a sleep': 'sleep(1e6)',
  'a child process': "spawn(process.execPath, ['-e', 'process.stdin.resume()'])",
};
const closed = 'clearTimeout(setTimeout(() => {}, 1000)); setTimeout(() => {}, 0); setTimeout(() => {}, 1e6).unref();';
test('an open handle is named at once, not at the time limit', async ({ made }) => {
  const env = { ...process.env, TEST_LINGER_MS: '100' };
  const imports = "import { spawn } from 'node:child_process';\nimport { setTimeout as sleep } from 'node:timers/promises';\n";
  for (const [what, opens] of Object.entries(opening)) {
    const worker = startTestProcess({ ...options, env });
    const file = write(made, 'open.ts', `${imports}${head}test('a', () => { ${closed} void ${opens}; }); test.run();`);
    await worker.run(file);
    // Kinds, what it is, and where it was made.
    const [, told, place, ...more] = ((await worker.end()) ?? '').split(/still open after the last test: .*\n|, made\n/);
    assert.equal([told, more], [what, []]);
    assert.match(place ?? '', /^\s+at .*open\.ts:\d+/);
  }
});

test('a red test shows the last lines of the server that it asked', async ({ made }) => {
  const text = `${head}import { noteServer } from '${join(import.meta.dirname, '../../test/support/boot/server-logs.ts')}';
test('green', () => noteServer('old', () => 'nothing of interest'));
test('red', () => { noteServer('shop', () => 'started\\nGET /mcp 500'); assert.ok(false); });
test.run();`;
  const worker = startTestProcess(options);
  const { logs } = await worker.run(write(made, 'logs.ts', text));
  assert.match(logs, 'last lines of shop:\n  started\n  GET /mcp 500');
  await worker.end();
});

/** As long as it lives, it holds the pipe open. */
const holds = (pipe: string): string => `fs.openSync(${JSON.stringify(pipe)}, 'w'); setInterval(() => {}, 1e6);`;

const startings: Readonly<Record<string, string>> = {
  spawn: "import { spawn as start } from 'node:child_process';",
  runProgram: `import { runProgram as start } from '${join(import.meta.dirname, 'run-program.ts')}';`,
};
for (const [signal, how] of (['SIGINT', 'SIGKILL'] as const).flatMap((one) => Object.keys(startings).map((way) => [one, way] as const)))
  test(`a run that ${signal} ends leaves no process that a test has started by ${how}`, async ({ made }) => {
    const pipe = join(made, 'open');
    execFileSync('mkfifo', [pipe]);
    // A program that a test has started.
    const program = `const fs = require('fs'); ${holds(pipe)}`;
    const file = write(
      made,
      'waits.ts',
      `${startings[how]}\nvoid start(process.execPath, ['-e', ${JSON.stringify(program)}]);\nawait new Promise(() => setInterval(() => {}, 1e6));`,
    );
    const runner = write(
      made,
      'runner.ts',
      `import { startTestProcess } from '${import.meta.dirname}/test-process.ts';\nimport { endWithSignals } from '${import.meta.dirname}/signals.ts';\nendWithSignals();\nvoid startTestProcess({ cwd: ${JSON.stringify(made)}, timeoutMs: 1e6 }).run(${JSON.stringify(file)});`,
    );
    const child = spawn(process.execPath, ['--import', 'tsx', runner], { cwd: import.meta.dirname, stdio: 'inherit' });
    const stream = createReadStream(pipe);
    await once(stream, 'open'); // the program runs
    child.kill(signal);
    await once(stream.resume(), 'end'); // it has ended
  });

test('a run ends when a signal ends npm, whose shell hands none on', async ({ made }) => {
  const pipe = join(made, 'open');
  execFileSync('mkfifo', [pipe]);
  const script = relative(root, write(made, 'holds.ts', `import fs from 'node:fs';\n${holds(pipe)}`));
  // Two commands: a shell would put a single one in its own place.
  const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/bootstrap.mjs "${script}"; true`], {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: 'test' },
    stdio: 'inherit',
  });
  const stream = createReadStream(pipe);
  await once(stream, 'open');
  shell.kill();
  await once(stream.resume(), 'end');
});

test('a run without a program that its tests need ends before the first of them, with what to install', ({ made }) => {
  for (const name of ['sh', 'bash'])
    symlinkSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(), join(made, name));
  const args = ['--import', 'tsx', '--conditions=service-source', 'scripts/test.ts', '--only', 'borders'];
  const { status, stderr, stdout } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: made },
  });
  assert.equal([status, stdout], [1, '']);
  assert.match(stderr, /^npm test: redis-server is not on the PATH\. Install it \(Debian: apt-get install redis-server\)$/m);
});

test.run();
