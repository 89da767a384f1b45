import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { makeProject } from '../../test/support/cli/project-fixture.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';

/** Beyond the stack of every reader. */
const depth = 20_000;
const files = {
  'src/main.ts': `export default ${'('.repeat(depth)}1${')'.repeat(depth)};\n`,
  'tsconfig.json': `${'{"files":'.repeat(depth)}1${'}'.repeat(depth)}`,
};

for (const [file, text] of Object.entries(files))
  test(`[foreign.nested] a ${file} that is nested too deeply is said as that`, async () => {
    const { project, root } = makeProject();
    writeFileSync(join(project, file), text);
    const { code, stderr } = await runCli(['check'], { cwd: project });
    rmSync(root, { recursive: true });
    assert.is(code, 1);
    assert.match(stderr, 'error nested-too-deeply: A file that was read is nested too deeply\n  Look for thousands of brackets');
    assert.not.match(stderr, 'defect of service');
  });

test.run();
