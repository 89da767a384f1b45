import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runCli } from '../../../test/support/cli/run-cli.ts';

const test = suite<{ root: string; project: string }>("projects of Yarn Plug'n'Play");

test.before.each((context) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'service-yarn-')));
  const project = join(root, 'servers', 'small');
  mkdirSync(join(project, 'src'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{"name":"small","version":"1.0.0","type":"module"}');
  writeFileSync(
    join(project, 'src', 'main.ts'),
    "import { Service } from '@service/sdk';\n@Service({ info: { name: 'small', version: '1.0.0' } })\nexport class Server {}\n",
  );
  Object.assign(context, { root, project });
});
test.after.each(({ root }) => rmSync(root, { recursive: true }));

const commands = [
  'build',
  'check',
  'inspect',
  'audit',
  'dev',
  'test',
  'generate tool add',
  'generate client',
  'contract diff',
  'config print',
];

test('[project.plug-and-play] every command that loads a project names the file, the line to write and where', async ({
  project,
  root,
}) => {
  writeFileSync(join(root, '.pnp.cjs'), '');
  // Yarn keeps caches of tools there.
  mkdirSync(join(project, 'node_modules', '.cache'), { recursive: true });
  for (const command of commands) {
    const { code, stderr } = await runCli(command.split(' '), { cwd: project });
    assert.is(code, 6, `${command}: ${stderr}`);
    assert.ok(stderr.includes(`installed by Yarn Plug'n'Play (${join(root, '.pnp.cjs')})`), `${command}: ${stderr}`);
    const advice = `Write "nodeLinker: node-modules" into ${join(root, '.yarnrc.yml')} and run "yarn install"`;
    assert.ok(stderr.includes(advice), `${command}: ${stderr}`);
  }
  assert.equal(readdirSync(project).toSorted(), ['node_modules', 'package.json', 'src']);
  const { stdout } = await runCli(['doctor'], { cwd: project });
  assert.match(stdout, "installed by Yarn Plug'n'Play");
});

test('[project.plug-and-play] the file of a project that --config names counts, and that of the first versions', async ({
  project,
  root,
}) => {
  writeFileSync(join(project, '.pnp.js'), '');
  writeFileSync(join(project, 'service.config.json'), '{"name":"small"}');
  const { code, stderr } = await runCli(['check', '--config', 'servers/small/service.config.json'], { cwd: root });
  assert.is(code, 6, stderr);
  assert.ok(stderr.includes(join(project, '.yarnrc.yml')), stderr);
});

test('[project.plug-and-play] node_modules nearer to the project win, and a folder of that name is no sign', async ({ project, root }) => {
  mkdirSync(join(root, 'servers', 'node_modules', '@service'), { recursive: true });
  writeFileSync(join(root, '.pnp.cjs'), '');
  mkdirSync(join(project, '.pnp.cjs'));
  const { stdout } = await runCli(['config', 'print'], { cwd: project });
  assert.match(stdout, 'small');
});

test.run();
