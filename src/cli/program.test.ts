/* The program around the command line, which only a process of its own shows. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cliBinary } from '../../test/support/cli/run-cli.ts';

const test = suite<{ root: string }>('program');
test.before((context) => {
  context.root = mkdtempSync(join(tmpdir(), 'service-program-'));
});
test.after(({ root }) => rmSync(root, { recursive: true, force: true }));

test('[I2.cli.help-lazy] help and version load neither commander nor the compiler', async ({ root }) => {
  const hook = join(root, 'hook.mjs');
  writeFileSync(
    hook,
    "import { writeSync } from 'node:fs'; export function resolve(s, c, n) { writeSync(2, `loads ${s}\\n`); return n(s, c); }",
  );
  const preload = join(root, 'preload.mjs');
  writeFileSync(preload, `import { register } from 'node:module'; register(${JSON.stringify(pathToFileURL(hook).href)});`);
  for (const args of [['--help'], ['--version'], ['build', '--help']]) {
    const { stderr, exitCode } = await execa(process.execPath, ['--import', preload, cliBinary, ...args], { reject: false });
    assert.is(exitCode, 0, stderr);
    assert.match(stderr, /loads .*cli\/index/);
    // In a checkout the TypeScript loader itself comes first.
    const ours = stderr.slice(stderr.indexOf('cli/index'));
    assert.not.match(ours, /loads (commander|esbuild|ts-morph|inquirer|rollup|execa)|compiler\/|commands\//);
  }
});

test('[I2.node-guard] an old Node gets the version message before anything else loads, exit 6', async () => {
  const old = "Object.defineProperty(process.versions, 'node', { value: '18.20.4' });";
  const { exitCode, stdout, stderr } = await execa(
    process.execPath,
    ['--input-type=module', '-e', `${old} await import(${JSON.stringify(pathToFileURL(cliBinary).href)});`],
    { reject: false },
  );
  assert.equal([exitCode, stdout, stderr], [6, '', 'needs Node >= 20.19, found v18.20.4']);
});

test('a reader that goes away is not a failure', async () => {
  const { exitCode } = await execa('bash', ['-o', 'pipefail', '-c', `"${process.execPath}" "${cliBinary}" help config | head -1`], {
    reject: false,
  });
  assert.is(exitCode, 0);
});

test.run();
