import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withNpm } from '../../../test/support/cli/own-npm.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';

const test = suite<{ root: string }>('new');
test.before.each((context) => {
  context.root = realpathSync(mkdtempSync(join(tmpdir(), 'service-new-')));
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

const specs = ['--sdk', '0.1.0', '--cli', '0.1.0'];
const quick = ['--no-install', '--no-git', ...specs];

const left = (root: string): readonly string[] => readdirSync(root).filter((name) => name !== '.bin');

test('[I2.new.no-questions] without a terminal a missing name is exit 2 naming it', async ({ root }) => {
  for (const args of [['new'], ['new', '--yes'], ['create']]) {
    const { code, stdout, stderr } = await runCli(args, { cwd: root, env: { CI: 'true' } });
    assert.equal([code, stdout], [2, '']);
    assert.match(stderr, /argument <path> is missing/);
  }
  assert.equal(left(root), []);
});

test('[I2.new.templates] [T.74] writes a whole project and prints the next two commands and the defaults taken', async ({ root }) => {
  for (const template of ['basic', 'full', 'local', 'widget']) {
    const { code, stdout, stderr } = await runCli(['new', template, '--template', template, ...quick], { cwd: root });
    assert.is(code, 0, stderr);
    assert.match(stdout, new RegExp(`cd ${template} && npm install\n {2}npm run dev$`));
    assert.is(stderr, 'Taken without asking: --pm npm.');
    const manifest: unknown = JSON.parse(readFileSync(join(root, template, 'package.json'), 'utf8'));
    assert.is(Reflect.get(Object(manifest), 'name'), template);
    const { devDependencies, scripts } = manifest as Record<string, Record<string, string>>;
    assert.equal([scripts?.['test'], scripts?.['test:e2e']], ['service test', 'service test e2e']);
    assert.is(devDependencies?.['@service/testing'], '0.1.0');
    assert.match(
      readFileSync(join(root, template, 'service.config.ts'), 'utf8'),
      new RegExp(`name: '${template}'[^]*port: 3000, path: '/mcp'`),
    );
    for (const file of [
      'src/main.ts',
      'tsconfig.json',
      'README.md',
      '.gitignore',
      '.env.example',
      '.nvmrc',
      'AGENTS.md',
      'e2e/server.e2e.spec.ts',
    ])
      assert.ok(existsSync(join(root, template, file)), file);
    assert.not.match(
      readdirSync(join(root, template), { recursive: true, encoding: 'utf8' })
        .map((name) => (name.includes('.') ? readFileSync(join(root, template, name), 'utf8') : ''))
        .join(''),
      /template-(basic|full|local|widget)/,
    );
  }
  assert.equal(left(root).toSorted(), ['basic', 'full', 'local', 'widget']);
  assert.match(readFileSync(join(root, 'local/service.config.ts'), 'utf8'), "deployments: [{ target: 'node' }, { target: 'mcpb' }]");
});

test('[I2.new.page] a page has no server to deploy: a bundler, our two packages, and no flag of a deployment', async ({ root }) => {
  const flags = ['--template', 'page', '--no-install', '--no-git', '--sdk', '0.1.0'];
  const made = await runCli(['new', 'shop', ...flags], { cwd: root });
  assert.is(made.code, 0, made.stderr);
  assert.match(made.stdout, /Created shop from the page template: a component that a model drives[^]*npm run dev$/);
  const manifest = JSON.parse(readFileSync(join(root, 'shop/package.json'), 'utf8')) as Record<string, Record<string, string>>;
  const { '@service/react': react, '@service/sdk': sdk } = manifest['dependencies'] ?? {};
  assert.equal([manifest['name'], react, sdk], ['shop', '0.1.0', '0.1.0']);
  assert.match(readFileSync(join(root, 'shop/index.html'), 'utf8'), '<title>shop</title>');
  assert.match(readFileSync(join(root, 'shop/src/server.ts'), 'utf8'), "name: 'shop'");
  for (const more of [['--target', 'node'], ['--docker'], ['--redis'], ['--cicd', 'github']]) {
    const { code, stderr } = await runCli(['new', 'other', ...flags, ...more], { cwd: root });
    assert.is(code, 2);
    assert.match(stderr, /--template page makes no server to deploy: leave --target, --docker, --redis and --cicd out/);
  }
  assert.equal(left(root), ['shop']);
});

test('[I2.new.names] refuses bad names with one that would do', async ({ root }) => {
  for (const [name, better] of [
    ['My App', 'my-app'],
    ['a/B c', 'a/b-c'],
    ['_x', 'x'],
  ] as const) {
    const { code, stderr } = await runCli(['new', name, ...quick], { cwd: root });
    assert.is(code, 2);
    assert.ok(stderr.includes(`Did you mean \`${better}\`?`), stderr);
  }
  assert.equal(left(root), []);
});

test('[I2.new.path] a path is the folder and its last part the name; an empty folder that exists is filled in place', async ({ root }) => {
  const nested = await runCli(['new', './deep/er/weather', ...quick], { cwd: root });
  assert.is(nested.code, 0, nested.stderr);
  assert.match(
    nested.stdout,
    /Created weather from the basic template: a calculator, for yours to replace\. [^]*cd deep\/er\/weather && npm install/,
  );
  assert.match(readFileSync(join(root, 'deep/er/weather/package.json'), 'utf8'), /"name": "weather"/);
  assert.is(readFileSync(join(root, 'deep/er/weather/CLAUDE.md'), 'utf8'), '@AGENTS.md\n');
  assert.is((await runCli(['new', join(root, 'absolute'), ...quick], { cwd: '/' })).code, 0);
  mkdirSync(join(root, 'here'));
  const here = await runCli(['new', '.', ...quick], { cwd: join(root, 'here') });
  assert.is(here.code, 0, here.stderr);
  assert.match(here.stdout, /Created here from[^]*\n {2}npm install\n {2}npm run dev$/);
  assert.match(readFileSync(join(root, 'here/package.json'), 'utf8'), /"name": "here"/);
  assert.equal(left(root).toSorted(), ['absolute', 'deep', 'here']);
});

test('[I2.new.install-fails] folders above the project that were made for it go with it; an empty folder stays empty', async ({ root }) => {
  mkdirSync(join(root, 'empty'));
  const env = withNpm(root, 'mkdir node_modules; exit 3');
  for (const path of ['a/b/c', 'empty']) assert.is((await runCli(['new', path, '--no-git', ...specs], { cwd: root, env })).code, 1);
  assert.equal(left(root), ['empty']);
  assert.equal(readdirSync(join(root, 'empty')), []);
});

test('[I2.new.pm] each package manager is called by its own words; one that is missing is named before anything is made, exit 6', async ({
  root,
}) => {
  const env = withNpm(root, 'echo npm "$@" > ../said');
  for (const name of ['yarn', 'pnpm']) {
    writeFileSync(join(root, '.bin', name), `#!/bin/sh\necho ${name} "$@" > ../said\n`);
    chmodSync(join(root, '.bin', name), 0o755);
  }
  for (const [name, words, run] of [
    ['npm', 'npm install --no-audit --no-fund', 'npm run dev'],
    ['yarn', 'yarn install', 'yarn dev'],
    ['pnpm', 'pnpm install', 'pnpm dev'],
  ] as const) {
    const { code, stdout, stderr } = await runCli(['new', `by-${name}`, '--pm', name, '--no-git', ...specs], { cwd: root, env });
    assert.is(code, 0, stderr);
    assert.is(readFileSync(join(root, 'said'), 'utf8').trim(), words);
    assert.match(stdout, new RegExp(`\\n {2}${run}$`));
  }
  const without = await runCli(['new', 'x', '--pm', 'pnpm', '--no-git', ...specs], { cwd: root, env: { PATH: join(root, 'nothing') } });
  assert.equal([without.code, without.stdout], [6, '']);
  assert.match(without.stderr, /pnpm is not installed\. Nothing was created[^]*--pm[^]*--no-install/);
  assert.not.ok(existsSync(join(root, 'x')));
});

test('[I2.bad-input.disk-full] a full disk while the project is written leaves nothing', async ({ root }) => {
  // Only root may mount a disk of 64 kB; elsewhere the writer's own clean-up is covered by the tests around this one.
  if (process.getuid?.() !== 0) return;
  const disk = join(root, 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', disk]);
  try {
    const { code, stderr } = await runCli(['new', 'x', ...quick], { cwd: disk });
    assert.is(code, 6, stderr);
    assert.match(stderr, /Cannot create .*\/x \(ENOSPC\)\. Nothing was left behind/);
    assert.equal(readdirSync(disk), []);
  } finally {
    execFileSync('umount', [disk]);
  }
});

test('[I14.layouts.repository] a folder with nothing but .git will do, and keeps it when making the project fails', async ({ root }) => {
  const made = await runCli(['new', '.', '--no-install', '--yes', '--sdk', '0.1.0', '--cli', '0.1.0'], {
    cwd: withRepository(join(root, 'mine')),
  });
  assert.is(made.code, 0, made.stderr);
  assert.ok(existsSync(join(root, 'mine/.git/HEAD')) && existsSync(join(root, 'mine/package.json')));
  const folder = withRepository(join(root, 'failing'));
  const failed = await runCli(['new', '.', '--yes', '--sdk', 'file:/nowhere/sdk.tgz', '--cli', 'file:/nowhere/cli.tgz'], { cwd: folder });
  assert.is.not(failed.code, 0);
  assert.equal(readdirSync(folder), ['.git']);
  assert.is(readFileSync(join(folder, '.git/HEAD'), 'utf8'), 'ref: refs/heads/main\n');
});

/** An empty folder that `git init` or a forge has been in. */
function withRepository(folder: string): string {
  mkdirSync(join(folder, '.git'), { recursive: true });
  writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n');
  return folder;
}

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

test('[I14.layouts.commit] a new repository has its files in a first commit, when git knows whose it is', async ({ root }) => {
  const git = (folder: string, ...words: readonly string[]): string =>
    execFileSync('git', words, { cwd: join(root, folder), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  // No settings of this machine have a part.
  const alone = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: join(root, 'gitconfig') };
  writeFileSync(alone.GIT_CONFIG_GLOBAL, '[user]\n  name = Ada\n  email = ada@example.com\n[commit]\n  gpgSign = true\n');
  assert.is((await runCli(['new', 'known', '--no-install', ...specs], { cwd: root, env: alone })).code, 0);
  assert.is(git('known', 'log', '--format=%an: %s'), 'Ada: Start from the basic template\n');
  assert.is(git('known', 'status', '--porcelain'), '');
  writeFileSync(alone.GIT_CONFIG_GLOBAL, '[user]\n  useConfigOnly = true\n');
  assert.is((await runCli(['new', 'unknown', '--no-install', ...specs], { cwd: root, env: alone })).code, 0);
  assert.match(git('unknown', 'status', '--porcelain'), 'package.json');
});

test('refuses a tarball that is not there', async ({ root }) => {
  const { code, stderr } = await runCli(['new', 'x', '--sdk', 'file:none.tgz', '--cli', '0.1.0'], { cwd: root });
  assert.is(code, 2);
  assert.match(stderr, /none\.tgz does not exist/);
});

test.run();
