/* Signals that the command line receives. */
import { rmSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { addSlowModule, makeProject } from '../../test/support/cli/project-fixture.ts';
import { startCli } from '../../test/support/cli/run-cli.ts';

test('[isolation.inspector] SIGUSR1 does not open the inspector', async () => {
  const { project, root } = makeProject();
  try {
    const module = addSlowModule(project, 'slow');
    const child = startCli(['check', '--no-types'], { cwd: project });
    await module.loading(child);
    child.kill('SIGUSR1');
    child.kill('SIGINT');
    const { exitCode, stderr } = await child;
    assert.is(exitCode, 130);
    assert.not.match(stderr, 'Debugger');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test.run();
