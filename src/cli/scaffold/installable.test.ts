import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCli } from '../../../test/support/cli/run-cli.ts';

/*
 * What a stranger does, outside the repository: a project from packed tarballs installs, type-checks with the TypeScript of its own
 * package.json, passes its own test and builds.
 */
const test = suite<{ root: string }>('installable');
test.before((context) => {
  context.root = realpathSync(mkdtempSync(join(tmpdir(), 'service-installable-')));
});
test.after(({ root }) => rmSync(root, { recursive: true, force: true }));

for (const template of ['basic', 'full']) {
  test(`[I2.installable] a project from the ${template} template installs, type-checks, passes its own test and builds`, async ({
    root,
  }) => {
    const made = await startCli(['new', template, '--template', template, '--no-git'], { cwd: root });
    assert.is(made.exitCode, 0, made.stderr);
    const run = async (...args: readonly string[]): Promise<void> => {
      const { exitCode, all } = await execa('npm', args, { cwd: join(root, template), reject: false, all: true, env: { CI: '1' } });
      assert.is(exitCode, 0, all);
    };
    await run('run', 'typecheck');
    await run('run', 'check');
    await run('test');
    await run('run', 'build');
  });
}

test.run();
