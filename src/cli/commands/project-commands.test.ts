import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { editFile, makeProject } from '../../../test/support/cli/project-fixture.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';

const test = suite<{ root: string; project: string }>('project commands');
test.before.each((context) => {
  Object.assign(context, makeProject());
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

interface Inspection {
  readonly tools: readonly { readonly name: string }[];
  readonly resources: readonly { readonly uri: string }[];
  readonly prompts: readonly { readonly name: string }[];
  readonly targets: readonly { readonly features: readonly { readonly because: string }[] }[];
}

test('[I2.build.unchanged] builds with a table on stdout; a second build says unchanged', async ({ project }) => {
  const first = await runCli(['build', '--no-check'], { cwd: project });
  assert.is(first.code, 0, first.stderr);
  assert.match(
    first.stdout,
    /^target +file +raw +gzip +tools +time\nnode +dist\/node\/template-basic\.bundle\.js .* 1 +[\d.]+ s\nnode: sha256 [0-9a-f]{64}\nnode: first answer \d+ ms after its start\nnode: the tool list costs a model \d+ tokens\nnode: heaviest modules\n( +[\d.]+ k?B +@service\/sdk\/.* by .*\n){5}node: features, and why\n/,
  );
  const second = await runCli(['build', '--no-check'], { cwd: project });
  assert.match(second.stdout, / unchanged\nnode: sha256 [0-9a-f]{64}\nnode: source map template-basic\.bundle\.js\.map \([\d.]+ kB\)$/);
});

test('prints the model, and inspects the server as data', async ({ project }) => {
  const model = await runCli(['build', '--print-model', '--no-check'], { cwd: project });
  assert.is((JSON.parse(model.stdout) as { server: { info: { name: string } } }).server.info.name, 'calculator');
  assert.not.ok(existsSync(join(project, 'dist')));
  const { data } = JSON.parse((await runCli(['inspect', '--json'], { cwd: project })).stdout) as { data: Inspection };
  assert.equal([data.tools[0]?.name, data.resources[0]?.uri, data.prompts[0]?.name], ['add', 'calc://constants', 'explain']);
  assert.ok(data.targets[0]?.features.every((feature) => feature.because !== ''));
});

for (const [target, file] of [
  ['browser', 'browser.mjs'],
  ['sdk', 'cjs.js'],
] as const)
  test(`[S4.3.${target}] build writes the target ${target}, and inspect says what is in it`, async ({ project }) => {
    const built = await runCli(['build', '--target', target, '--no-check'], { cwd: project });
    assert.is(built.code, 0, built.stderr);
    assert.match(built.stdout, new RegExp(`^target +file .*\\n${target} +dist/${target}/template-basic\\.${file} `));
    const inspected = await runCli(['inspect', '--target', target], { cwd: project });
    assert.is(inspected.code, 0, inspected.stderr);
    assert.match(inspected.stdout, new RegExp(`In the bundle for ${target}, and why: [^]* 2026-07-28 +the current revision`));
  });

test('an error of the sources is exit 1 in every format, and nothing is written', async ({ project }) => {
  writeFileSync(join(project, 'src/main.ts'), 'export class Server {');
  for (const command of ['check', 'build']) {
    const pretty = await runCli([command], { cwd: project });
    assert.equal([pretty.code, pretty.stdout], [1, '']);
    assert.match(pretty.stderr, /src\/main\.ts:1:22 error syntax-error/);
    assert.match((await runCli([command, '--format', 'github'], { cwd: project })).stdout, /^::error file=src\/main\.ts,line=1/);
    assert.match(
      (await runCli([command, '--format', 'sarif'], { cwd: project })).stdout,
      /"version": "2\.1\.0"[^]*"ruleId": "syntax-error"/,
    );
    assert.match((await runCli([command, '--format', 'json'], { cwd: project })).stdout, /"code": "syntax-error"/);
  }
  assert.not.ok(existsSync(join(project, 'dist')));
});

test('[I2.4.format-sarif] [I2.4.format-github] findings of a project below the root of its repository name files from there', async ({
  project,
  root,
}) => {
  writeFileSync(join(project, 'src/main.ts'), 'export class Server {');
  const printed = async (command: string, format: string): Promise<string> =>
    (await runCli([command, '--format', format], { cwd: project })).stdout;
  assert.match(await printed('check', 'sarif'), '"uri": "src/main.ts"');
  writeFileSync(join(root, '.git'), 'gitdir: of a worktree');
  for (const command of ['check', 'audit', 'build']) assert.match(await printed(command, 'sarif'), '"uri": "calc/src/main.ts"');
  assert.match(await printed('check', 'github'), /^::error file=calc\/src\/main\.ts,line=1/);
  assert.match((await runCli(['check'], { cwd: project })).stderr, /^src\/main\.ts:1:22 error/m);
  writeFileSync(join(project, 'service.config.ts'), "export default { nmae: 'calc' };\n");
  assert.match(await printed('check', 'sarif'), '"uri": "calc/service.config.ts"');
});

test('[I2.bad-input.out-dir] an output folder that cannot be written is exit 6', async ({ project }) => {
  writeFileSync(join(project, 'taken'), '');
  const { code, stdout, stderr } = await runCli(['build', '--no-check', '--out-dir', 'taken'], { cwd: project });
  assert.equal([code, stdout], [6, '']);
  assert.match(stderr, /Cannot write to .*taken\/node: a file stands where a folder should be \(E[A-Z]+\)[^]*--out-dir/);
});

test('[I2.config.precedence] SERVICE_TARGET and SERVICE_OUT_DIR choose target and folder; flags win over them', async ({ project }) => {
  const env = { SERVICE_TARGET: 'node', SERVICE_OUT_DIR: 'out' };
  const built = await runCli(['build', '--no-check'], { cwd: project, env });
  assert.is(built.code, 0, built.stderr);
  assert.ok(existsSync(join(project, 'out/node')));
  await runCli(['build', '--no-check', '--out-dir', 'flag'], { cwd: project, env });
  assert.ok(existsSync(join(project, 'flag/node')));
  const wrong = await runCli(['build'], { cwd: project, env: { SERVICE_TARGET: 'nod' } });
  assert.is(wrong.code, 2);
  assert.match(wrong.stderr, /SERVICE_TARGET names no target[^]*Did you mean `node`\?/);
});

test('[I2.cli.several] build, check and inspect take every deployment of the config', async ({ project }) => {
  editFile(join(project, 'service.config.ts'), (text) =>
    text.replace("[{ target: 'node' }]", "[{ target: 'node' }, { target: 'node', outDir: 'dist/second' }]"),
  );
  const built = await runCli(['build', '--no-check'], { cwd: project });
  assert.is(built.code, 0, built.stderr);
  assert.match(built.stdout, /dist\/node\/[^]*dist\/second\//);
  const checked = JSON.parse((await runCli(['check', '--no-types', '--json'], { cwd: project })).stdout) as { data: { targets: string[] } };
  assert.equal(checked.data.targets, ['node', 'node']);
  const { data } = JSON.parse((await runCli(['inspect', '--json'], { cwd: project })).stdout) as { data: Inspection };
  assert.is(data.targets.length, 2);
});

test('[I2.bad-input.disk-full] a disk that fills up in the middle of a build is exit 6 and leaves the build before it', async ({
  root,
  project,
}) => {
  // Only root may mount a small disk; elsewhere write.test.ts holds the writer to the same.
  if (process.getuid?.() !== 0) return;
  const disk = join(root, 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
  try {
    const { code, stdout, stderr } = await runCli(['build', '--no-check', '--out-dir', disk], { cwd: project });
    assert.equal([code, stdout], [6, ''], stderr);
    assert.match(stderr, /error output-no-space: No space left while writing .*The folder is as it was before[^]*--out-dir/);
    assert.equal(readdirSync(disk), []);
  } finally {
    execFileSync('umount', [disk]);
  }
});

test('[I2.bad-input.odd-places] an output folder below /proc is exit 6, at once', async ({ project }) => {
  if (!existsSync('/proc/self')) return;
  const { code, stderr } = await runCli(['build', '--no-check', '--out-dir', '/proc/service-none/deep'], { cwd: project });
  assert.is(code, 6, stderr);
  assert.match(stderr, /Cannot write to \/proc\/service-none\/deep\/node: no folder can be made there/);
});

test('[I2.bad-input.project] no entry, no package.json, unknown config keys: each is named with its documented exit code', async ({
  project,
}) => {
  const said = async (args: readonly string[]): Promise<readonly [number | undefined, string]> => {
    const { code, stderr } = await runCli(args, { cwd: project });
    return [code, stderr];
  };
  for (const command of ['check', 'build', 'inspect']) {
    const [code, text] = await said([command, '--entry', 'src/none.ts']);
    assert.is(code, 1);
    assert.match(text, /error entry-not-found: The entry module .*src\/none\.ts does not exist[^]*--entry/);
  }
  rmSync(join(project, 'package.json'));
  assert.is((await said(['check', '--no-types']))[0], 0, 'a config alone makes a project');
  editFile(join(project, 'service.config.ts'), (text) => text.replace('entry:', 'entri:'));
  for (const command of ['check', 'build', 'inspect', 'dev']) {
    const [code, text] = await said([command]);
    assert.is(code, 2);
    assert.match(text, /service\.config\.ts:5:3 error config-unknown-key[^]*Did you mean `entry`\?/);
  }
  rmSync(join(project, 'service.config.ts'));
  const [code, text] = await said(['build']);
  assert.is(code, 2);
  assert.match(text, /is not a project/);
  assert.not.ok(existsSync(join(project, 'dist')));
});

test.run();
