import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeProject } from '../project-fixture.ts';
import { runCli } from '../run-cli.ts';

const test = suite<{ root: string }>('init');
test.before.each((context) => {
  context.root = realpathSync(mkdtempSync(join(tmpdir(), 'service-init-')));
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

const init = ['init', '--sdk', '0.1.0', '--cli', '0.1.0'];
const json = (root: string, name: string): Record<string, Record<string, unknown>> =>
  JSON.parse(readFileSync(join(root, name), 'utf8')) as Record<string, Record<string, unknown>>;

test('[I7.init] adds what a package lacks, keeps what it has, and does nothing the second time', async ({ root }) => {
  writeFileSync(
    join(root, 'package.json'),
    '{\n\t"name": "@me/tools",\n\t"scripts": { "build": "mine" },\n\t"dependencies": { "zod": "^4.0.0" }\n}\n',
  );
  writeFileSync(join(root, 'tsconfig.json'), '{ "compilerOptions": { "target": "es2023" } }');
  writeFileSync(join(root, '.gitignore'), '/dist\nnode_modules');
  const { code, stdout, stderr } = await runCli(init, { cwd: root });
  assert.is(code, 0, stderr);
  assert.match(stdout, /update {2}package\.json[^]*create {2}service\.config\.ts[^]*npm install\n {2}npm run dev$/);
  const manifest = json(root, 'package.json');
  assert.is(manifest['scripts']?.['build'], 'mine');
  assert.is(manifest['scripts']?.['dev'], 'service dev');
  assert.equal(manifest['dependencies'], { zod: '^4.0.0', '@service/sdk': '0.1.0' });
  assert.match(readFileSync(join(root, 'package.json'), 'utf8'), /^\{\n\t"name"/);
  assert.is(json(root, 'tsconfig.json')['compilerOptions']?.['target'], 'es2023');
  assert.is(json(root, 'tsconfig.json')['compilerOptions']?.['strict'], true);
  assert.match(readFileSync(join(root, 'service.config.ts'), 'utf8'), "name: 'tools'");
  assert.match(readFileSync(join(root, '.gitignore'), 'utf8'), /^\/dist\nnode_modules\n\.service\/\n\.env\n/);
  const again = await runCli(init, { cwd: root });
  assert.equal([again.code, again.stdout], [0, 'Nothing to do: the package has everything.']);
});

test('[I7.init.dry-run] --dry-run shows the changes and writes nothing', async ({ root }) => {
  writeFileSync(join(root, 'package.json'), '{\n  "name": "x"\n}\n');
  const { code, stdout } = await runCli([...init, '--dry-run'], { cwd: root });
  assert.is(code, 0);
  assert.match(stdout, /\+\+\+ package\.json\n {2}\{\n- {3}"name": "x"\n\+ {3}"name": "x",\n\+ {3}"scripts"/);
  assert.match(stdout, /\+\+\+ tsconfig\.json \(new\)\n\+ \{/);
  assert.equal(readdirSync(root), ['package.json']);
});

test('[I7.init.checks] what it adds to an empty package passes check', async () => {
  const { root, project } = makeProject();
  for (const name of ['service.config.ts', 'tsconfig.json', 'src', '.gitignore', '_gitignore'])
    rmSync(join(project, name), { recursive: true, force: true });
  assert.is((await runCli(init, { cwd: project })).code, 0);
  const checked = await runCli(['check', '--no-types'], { cwd: project });
  assert.is(checked.code, 0, checked.stderr);
  rmSync(root, { recursive: true });
});

test('[I7.init.refuses] no package.json is exit 2; a tsconfig with comments stays as it is and is named; a failure puts everything back', async ({
  root,
}) => {
  const none = await runCli(init, { cwd: root });
  assert.equal([none.code, none.stdout], [2, '']);
  assert.match(none.stderr, /has no package\.json[^]*service new/);
  writeFileSync(join(root, 'package.json'), '{"name":"x",}');
  const broken = await runCli(init, { cwd: root });
  assert.equal([broken.code, broken.stdout], [2, '']);
  assert.match(broken.stderr, /package\.json is not a JSON object/);
  writeFileSync(join(root, 'package.json'), '{}');
  writeFileSync(join(root, 'tsconfig.json'), '{ // mine\n}');
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src/tools'), 'a file where a folder should be');
  const failed = await runCli(init, { cwd: root });
  assert.is(failed.code, 6, failed.stderr);
  assert.match(failed.stderr, /Cannot write .*src\/tools\/add\.tool\.ts \(ENOTDIR\)\. Nothing was changed/);
  assert.is(readFileSync(join(root, 'package.json'), 'utf8'), '{}');
  assert.not.ok(existsSync(join(root, 'service.config.ts')));
  assert.equal(readdirSync(join(root, 'src')), ['tools']);
  rmSync(join(root, 'src/tools'));
  chmodSync(join(root, 'src'), 0o755);
  const done = await runCli(init, { cwd: root });
  assert.is(done.code, 0);
  assert.match(done.stderr, /tsconfig\.json is not plain JSON and stays as it is/);
});

test.run();
