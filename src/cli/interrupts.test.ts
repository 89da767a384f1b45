/* Signals that the command line receives. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hearSignals, listenForInterrupts } from './interrupts.ts';
import { addSlowModule, makeProject } from '../../test/support/cli/project-fixture.ts';
import { startCli } from '../../test/support/cli/run-cli.ts';

const test = suite<{ root: string; project: string }>('interrupts');
test.before.each((context) => {
  Object.assign(context, makeProject());
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

test('[isolation.inspector] SIGUSR1 does not open the inspector', async ({ project }) => {
  const module = addSlowModule(project, 'slow');
  const child = startCli(['check', '--no-types'], { cwd: project });
  await module.loading(child);
  child.kill('SIGUSR1');
  child.kill('SIGINT');
  const { exitCode, stderr } = await child;
  assert.is(exitCode, 130);
  assert.not.match(stderr, 'Debugger');
});

test('[cli.interrupt.group] a signal to the whole group is heard before a child that it ended is called a fault', async () => {
  const signal = listenForInterrupts(() => undefined);
  process.kill(process.pid, 'SIGHUP');
  assert.not.ok(signal.aborted);
  await hearSignals();
  assert.ok(signal.aborted);
});

test('[cli.interrupt.group] dev that is ended during its first build says nothing and ends with the code of the signal', async ({
  project,
}) => {
  const slow = addSlowModule(project, 'tools/slow');
  const child = startCli(['dev', '--no-check', '--port', '0'], { cwd: project, detached: true });
  await slow.loading(child);
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  const { exitCode, stderr, stdout } = await child;
  assert.equal([exitCode, stdout, stderr], [143, '', '']);
});

/** A project whose evaluation waits until it is stopped, and a way to know that it does. */
const everyCommand = [['check', '--no-types'], ['build', '--no-check'], ['inspect'], ['dev', '--no-check', '--port', '0']];

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  test(`[I2.bad-input.sigint] ${signal} during a command leaves nothing half-written, exit ${code}`, async ({ project }) => {
    const slow = addSlowModule(project, 'tools/slow');
    for (const words of signal === 'SIGINT' ? everyCommand : everyCommand.slice(1, 2)) {
      const child = startCli(words, { cwd: project });
      await slow.loading(child);
      child.kill(signal);
      const { exitCode, stdout, stderr } = await child;
      assert.equal([exitCode, stdout], [code, ''], `${words.join(' ')} ${stderr}`);
      assert.not.ok(existsSync(join(project, 'dist')));
      assert.equal(
        readdirSync(project).filter((name) => name.includes('.tmp') || name.includes('staging')),
        [],
      );
    }
  });
}

test.run();
