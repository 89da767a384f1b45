/* `service new` at a terminal and under Ctrl-C, each in a process of its own. */
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withNpm } from '../../../test/support/cli/own-npm.ts';
import { appears } from '../../../test/support/cli/project-fixture.ts';
import { PseudoTerminal } from '../../../test/support/cli/pseudo-terminal.ts';
import { cliBinary, startCli } from '../../../test/support/cli/run-cli.ts';

const test = suite<{ root: string }>('new at a terminal');
test.before.each((context) => {
  context.root = realpathSync(mkdtempSync(join(tmpdir(), 'service-new-')));
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

const specs = ['--sdk', '0.1.0', '--cli', '0.1.0'];
const left = (root: string): readonly string[] => readdirSync(root).filter((name) => name !== '.bin');
const service = `exec ${JSON.stringify(process.execPath)} ${JSON.stringify(cliBinary)}`;
const env = { SERVICE_SDK_SPEC: '0.1.0', SERVICE_CLI_SPEC: '0.1.0', TERM: 'xterm' };

test('[I7.new.questions] at a terminal it asks, refuses a bad name at once, and creates the chosen project', async ({ root }) => {
  const terminal = new PseudoTerminal(`${service} new`, { cwd: root, env });
  await terminal.shows(/Folder of the project/);
  terminal.type('Bad\r');
  await terminal.shows(/cannot be the name/);
  terminal.type(`${'\u007f'.repeat(3)}asked\r`);
  await terminal.shows(/Start from/);
  terminal.type('\u001b[B\r');
  await terminal.shows(/Package manager/);
  terminal.type('\u001b[B\u001b[B\r');
  await terminal.shows(/Targets of its build/);
  terminal.type('\r');
  await terminal.shows(/Keep sessions in Redis/);
  terminal.type('n\r');
  await terminal.shows(/Add a Dockerfile/);
  terminal.type('y\r');
  await terminal.shows(/Pipeline that checks/);
  terminal.type('\u001b[B\r');
  await terminal.shows(/Install the dependencies now\?/);
  terminal.type('n\r');
  await terminal.shows(/Start a git repository\?/);
  terminal.type('n\r');
  const { code, text } = await terminal.ended();
  assert.is(code, 0, text);
  assert.match(text, 'cd asked && pnpm install');
  for (const file of ['src/main.ts', 'Dockerfile', '.github/workflows/ci.yml']) assert.ok(existsSync(join(root, 'asked', file)), file);
  assert.not.ok(existsSync(join(root, 'asked/.git')));
  assert.match(text, 'from the full template');
});

test('[I7.new.questions] Ctrl-C at any question is exit 130 and makes nothing', async ({ root }) => {
  const before = readdirSync(root);
  for (const answered of [0, 1, 2, 4]) {
    const terminal = new PseudoTerminal(`${service} new`, { cwd: root, env });
    const questions = [/Folder of the project/, /Start from/, /Package manager/, /Targets of its build/, /Keep sessions in Redis/];
    for (const question of questions.slice(0, answered)) {
      await terminal.shows(question);
      terminal.type('\r');
    }
    await terminal.shows(questions[answered] ?? /$^/);
    terminal.type('\u0003');
    const { code, text } = await terminal.ended();
    assert.is(code, 130, text);
    assert.match(text, 'nothing was created');
    assert.equal(readdirSync(root), before);
  }
});

test('[I7.new.questions] one flag, or CI, and nothing is asked at a terminal either', async ({ root }) => {
  const flagged = await new PseudoTerminal(`${service} new flagged --no-install --no-git`, { cwd: root, env }).ended();
  assert.is(flagged.code, 0, flagged.text);
  assert.match(flagged.text, 'Taken without asking: --template basic, --pm npm');
  const inCi = await new PseudoTerminal(`CI=true ${service} new`, { cwd: root, env }).ended();
  assert.is(inCi.code, 2, inCi.text);
  assert.match(inCi.text, 'missing-answer');
});

test('[I2.bad-input.sigint] Ctrl-C during the installation removes the project, exit 130', async ({ root }) => {
  const started = join(root, '.bin', 'started');
  const child = startCli(['new', 'x', '--no-git', ...specs], {
    cwd: root,
    env: withNpm(root, `echo running > '${started}.tmp'; mv '${started}.tmp' '${started}'; echo on >&2; exec sleep 60`),
  });
  const ended = once(child, 'exit');
  await appears(started);
  child.kill('SIGINT');
  await ended;
  const { exitCode, stderr, stdout } = await child;
  assert.equal([exitCode, stdout], [130, '']);
  assert.match(stderr, /Interrupted; nothing half-written was left/);
  assert.equal(left(root), []);
});

test.run();
