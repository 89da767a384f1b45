import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runCli, startCli } from '../run-cli.ts';

const test = suite<{ root: string }>('new');
test.before.each((context) => {
  context.root = realpathSync(mkdtempSync(join(tmpdir(), 'service-new-')));
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

const specs = ['--sdk', '0.1.0', '--cli', '0.1.0'];
const quick = ['--no-install', '--no-git', ...specs];

/** A package manager of ours: a program on the PATH that does what the test needs. */
const withNpm = (root: string, script: string): Readonly<Record<string, string>> => {
  const folder = join(root, '.bin');
  mkdirSync(folder);
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'npm'), 0o755);
  return { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };
};
const left = (root: string): readonly string[] => readdirSync(root).filter((name) => name !== '.bin');

test('[I2.new.no-questions] without a terminal a missing name is exit 2 naming it', async ({ root }) => {
  for (const args of [['new'], ['new', '--yes'], ['create']]) {
    const { code, stdout, stderr } = await runCli(args, { cwd: root, env: { CI: 'true' } });
    assert.equal([code, stdout], [2, '']);
    assert.match(stderr, /argument <name> is missing/);
  }
  assert.equal(left(root), []);
});

test('[I2.new.templates] writes a whole project and prints the next two commands and the defaults taken', async ({ root }) => {
  for (const template of ['basic', 'full']) {
    const { code, stdout, stderr } = await runCli(['new', template, '--template', template, ...quick], { cwd: root });
    assert.is(code, 0, stderr);
    assert.match(stdout, new RegExp(`cd ${template} && npm install\n {2}npm run dev$`));
    assert.is(stderr, 'Taken without asking: --pm npm.');
    const manifest: unknown = JSON.parse(readFileSync(join(root, template, 'package.json'), 'utf8'));
    assert.is(Reflect.get(Object(manifest), 'name'), template);
    assert.match(
      readFileSync(join(root, template, 'service.config.ts'), 'utf8'),
      new RegExp(`name: '${template}'[^]*port: 3000, path: '/mcp'`),
    );
    for (const file of ['src/main.ts', 'tsconfig.json', 'README.md', '.gitignore', '.env.example', 'test/server.test.mjs'])
      assert.ok(existsSync(join(root, template, file)), file);
    assert.not.match(
      readdirSync(join(root, template), { recursive: true, encoding: 'utf8' })
        .map((name) => (name.includes('.') ? readFileSync(join(root, template, name), 'utf8') : ''))
        .join(''),
      /template-(basic|full)/,
    );
  }
  assert.equal(left(root).toSorted(), ['basic', 'full']);
});

test('[I2.new.names] refuses bad names with one that would do', async ({ root }) => {
  for (const [name, better] of [
    ['My App', 'my-app'],
    ['../up', 'up'],
    ['_x', 'x'],
  ] as const) {
    const { code, stderr } = await runCli(['new', name, ...quick], { cwd: root });
    assert.is(code, 2);
    assert.ok(stderr.includes(`Did you mean \`${better}\`?`), stderr);
  }
  assert.equal(left(root), []);
});

test('[I2.new.occupied] refuses a folder that holds anything, and a file; an empty folder will do', async ({ root }) => {
  mkdirSync(join(root, 'full'));
  writeFileSync(join(root, 'full', 'mine.txt'), 'mine');
  writeFileSync(join(root, 'file'), '');
  mkdirSync(join(root, 'empty'));
  for (const name of ['full', 'file']) {
    const { code, stderr } = await runCli(['new', name, ...quick], { cwd: root });
    assert.is(code, 2);
    assert.match(stderr, /exists already and is not/);
  }
  assert.equal(readdirSync(join(root, 'full')), ['mine.txt']);
  assert.is((await runCli(['new', 'empty', ...quick], { cwd: root })).code, 0);
});

test('[I2.new.unwritable] a folder that cannot be created is exit 6 and leaves nothing', async () => {
  // Even root cannot create folders here.
  const { code, stderr } = await runCli(['new', 'x', ...quick], { cwd: '/proc' });
  assert.is(code, 6, stderr);
  assert.match(stderr, /Cannot create \/proc\/x \(E[A-Z]+\)/);
});

test('[I2.new.install-fails] a failing installation shows its last lines and removes the project', async ({ root }) => {
  const { code, stderr } = await runCli(['new', 'x', '--no-git', ...specs], {
    cwd: root,
    env: withNpm(root, 'echo "no such version" >&2; exit 3'),
  });
  assert.is(code, 1);
  assert.match(stderr, /npm install failed[^]*no such version[^]*--no-install/);
  assert.equal(left(root), []);
});

test('[I2.bad-input.sigint] Ctrl-C during the installation removes the project, exit 130', async ({ root }) => {
  const started = join(root, '.bin', 'started');
  const child = startCli(['new', 'x', '--no-git', ...specs], {
    cwd: root,
    env: withNpm(root, `echo running > '${started}.tmp'; mv '${started}.tmp' '${started}'; echo on >&2; exec sleep 60`),
  });
  const ended = once(child, 'exit');
  while (!existsSync(started)) await new Promise((resolve) => setImmediate(resolve));
  child.kill('SIGINT');
  await ended;
  const { exitCode, stderr, stdout } = await child;
  assert.equal([exitCode, stdout], [130, '']);
  assert.match(stderr, /Interrupted; nothing half-written was left/);
  assert.equal(left(root), []);
});

test('refuses a tarball that is not there', async ({ root }) => {
  const { code, stderr } = await runCli(['new', 'x', '--sdk', 'file:none.tgz', '--cli', '0.1.0'], { cwd: root });
  assert.is(code, 2);
  assert.match(stderr, /none\.tgz does not exist/);
});

test.run();
