import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeProject } from '../../../test/support/cli/project-fixture.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';

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
  assert.match(stdout, /update {2}package\.json[^]*create {2}service\.config\.json[^]*npm install\n {2}npm run dev$/);
  const manifest = json(root, 'package.json');
  assert.is(manifest['scripts']?.['build'], 'mine');
  assert.is(manifest['scripts']?.['dev'], 'service dev');
  assert.equal(manifest['dependencies'], { zod: '^4.0.0', '@service/sdk': '0.1.0' });
  assert.match(readFileSync(join(root, 'package.json'), 'utf8'), /^\{\n\t"name"/);
  assert.is(json(root, 'tsconfig.json')['compilerOptions']?.['target'], 'es2023');
  assert.equal(json(root, 'tsconfig.json')['compilerOptions'], { target: 'es2023' });
  assert.match(stderr, '`/// <reference types="@service/sdk/assets" />` at the top of the entry file');
  assert.is(json(root, 'service.config.json')['name'], 'tools');
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

/** An older project as `tsc --init` and its author left it: comments, a rootDir, output where the sources have a common folder. */
const older = `{
  "compilerOptions": {
    /* Modules */
    "module": "commonjs", // for node
    "target": "es2020", "moduleResolution": "node10", "ignoreDeprecations": "6.0",
    "rootDir": "./lib", "outDir": "./dist", "esModuleInterop": true, "strict": true, "skipLibCheck": true,
  },
}`;
const layouts: readonly (readonly [name: string, tsconfig: string, type: string])[] = [
  ['CommonJS with a rootDir', older, 'commonjs'],
  ['CommonJS without one', older.replace('"rootDir": "./lib",', '"rootDir": "./src",'), 'commonjs'],
  [
    'Node modules',
    '{ "compilerOptions": { "module": "nodenext", "target": "es2022", "strict": true, "skipLibCheck": true, "outDir": "out" } }',
    'module',
  ],
  [
    'sources alone',
    '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "strict": true, "skipLibCheck": true, "noEmit": true }, "include": ["src"] }',
    'module',
  ],
];
/** The files that the project's own `tsc` compiles; throws where it would refuse their places. */
function compiledBy(project: string): readonly string[] {
  const { config: given } = ts.readConfigFile(join(project, 'tsconfig.json'), (path) => readFileSync(path, 'utf8')) as { config: unknown };
  const { fileNames, options } = ts.parseJsonConfigFileContent(given, ts.sys, project);
  const [fault] = ts.createProgram(fileNames, { ...options, types: [], noLib: true }).getOptionsDiagnostics();
  if (fault !== undefined) throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, '\n'));
  return fileNames;
}

for (const [name, tsconfig, type] of layouts)
  test(`[I14.layouts.init] ${name}: tsconfig.json stays, tsc compiles the same files to the same places, check passes`, async () => {
    const { root, project } = makeProject();
    for (const path of ['service.config.ts', 'src', 'e2e', '.gitignore', '_gitignore'])
      rmSync(join(project, path), { recursive: true, force: true });
    writeFileSync(join(project, 'tsconfig.json'), tsconfig);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'older', version: '1.0.0', type, scripts: { dev: 'mine' } }));
    const folder = tsconfig.includes('./lib') ? 'lib' : 'src';
    mkdirSync(join(project, folder));
    writeFileSync(join(project, folder, 'index.ts'), "export const own = 'mine';\n");
    const before = compiledBy(project);
    const made = await runCli(init, { cwd: project });
    assert.is(made.code, 0, made.stderr);
    assert.is(readFileSync(join(project, 'tsconfig.json'), 'utf8'), tsconfig);
    assert.equal(json(project, 'package.json')['scripts'], {
      dev: 'mine',
      'service:dev': 'service dev',
      check: 'service check',
      build: 'service build',
    });
    assert.match(made.stdout, /npm run service:dev$/);
    const after = compiledBy(project);
    // What is new lies among the sources: a file beside them would move the output of all others.
    const added = after.filter((path) => !before.includes(path));
    assert.ok(
      added.every((path) => path.startsWith(`${project}/${folder}/`)),
      added.join('\n'),
    );
    const checked = await runCli(['check', '--no-types'], { cwd: project });
    assert.is(checked.code, 0, checked.stderr + checked.stdout);
    rmSync(root, { recursive: true });
  });

test('[I14.layouts.commonjs] where modules cannot import the SDK, init, doctor and check say the same, and nothing is written', async () => {
  const { root, project } = makeProject();
  writeFileSync(join(project, 'tsconfig.json'), '{ "compilerOptions": { "module": "node16" }, "include": ["src"] }');
  writeFileSync(join(project, 'package.json'), '{ "name": "older" }');
  const sentence =
    'tsconfig.json cannot be used: with "module": "node16" this package is CommonJS, which cannot import the ES module @service/sdk.';
  const made = await runCli(init, { cwd: project });
  assert.is(made.code, 2);
  assert.ok(made.stderr.includes(sentence), made.stderr);
  assert.is(readFileSync(join(project, 'package.json'), 'utf8'), '{ "name": "older" }');
  const checked = await runCli(['check'], { cwd: project });
  assert.ok(checked.stderr.includes(sentence), checked.stderr);
  const examined = await runCli(['doctor', '--json'], { cwd: project });
  assert.ok(JSON.stringify(JSON.parse(examined.stdout)).includes(JSON.stringify(sentence).slice(1, -1)), examined.stdout);
  writeFileSync(join(project, 'package.json'), '\uFEFF{ "name": "older", "type": "module" }');
  assert.is((await runCli(init, { cwd: project })).code, 0);
  rmSync(root, { recursive: true });
});

test('[I7.init.refuses] no package.json is exit 2; a tsconfig with comments stays as it is; a failure puts everything back', async ({
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
});

test.run();
