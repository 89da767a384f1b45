import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { partKinds } from '../generate/part-kinds.ts';
import { editFile, makeProject } from '../../../test/support/cli/project-fixture.ts';
import { readPage } from '../../../test/support/pages.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';

const test = suite<{ root: string; project: string }>('generate');
test.before.each((context) => {
  Object.assign(context, makeProject());
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

const kinds = Object.keys(partKinds);

test('[I7.generate] every kind is written, listed by its app or server, passes check without a finding, and is not made twice', async ({
  project,
}) => {
  const read = (file: string): string => readFileSync(join(project, file), 'utf8');
  // As editors on Windows save it: the mark stays, and spans count from behind it.
  editFile(join(project, 'src/calc.app.ts'), (text) => `\uFEFF${text}`);
  for (const kind of kinds) {
    const { code, stdout, stderr } = await runCli(['generate', kind, 'AddNote'], { cwd: project });
    assert.is(code, 0, stderr);
    assert.match(stdout, new RegExp(`^create  src/.*add-note\\.${kind}\\.ts\nupdate  src/`));
  }
  assert.is(read('src/calc.app.ts').lastIndexOf('\uFEFF'), 0);
  assert.match(read('src/calc.app.ts'), "import { AddNoteTool } from './tools/add-note.tool';");
  assert.match(read('src/calc.app.ts'), '  tools: [AddTool, AddNoteTool],\n');
  assert.match(read('src/main.ts'), '  apps: [CalcApp, AddNoteApp],\n  plugins: [AddNotePlugin],\n  providers: [AddNoteProvider],\n})');
  const checked = await runCli(['check', '--no-types'], { cwd: project });
  assert.equal([checked.code, checked.stdout], [0, '2 apps, 2 tools, 2 resources, 2 prompts checked for node: no error.'], checked.stderr);
  assert.not.match(checked.stderr, /warning|error/);
  const before = read('src/calc.app.ts') + read('src/main.ts');
  for (const kind of ['resource', 'plugin', 'app']) {
    const { code, stdout } = await runCli(['generate', kind, 'add-note'], { cwd: project });
    assert.equal([code, /^Nothing to do: \w+ lists AddNote\w+\.$/.test(stdout)], [0, true], stdout);
  }
  assert.is(read('src/calc.app.ts') + read('src/main.ts'), before);
});

test('[I7.generate.dry-run] --dry-run shows the diff and writes nothing; --json names the files', async ({ project }) => {
  const { code, stdout } = await runCli(['generate', 'tool', 'sub', '--dry-run'], { cwd: project });
  assert.is(code, 0);
  assert.match(
    stdout,
    /^\+\+\+ src\/tools\/sub\.tool\.ts \(new\)\n[^]*\+\+\+ src\/calc\.app\.ts\n[^]*-   tools: \[AddTool\],\n\+   tools: \[AddTool, SubTool\],/,
  );
  assert.not.ok(existsSync(join(project, 'src/tools/sub.tool.ts')));
  const { data } = JSON.parse((await runCli(['generate', 'tool', 'sub', '--dry-run', '--json'], { cwd: project })).stdout) as {
    data: unknown;
  };
  assert.equal(data, {
    kind: 'tool',
    name: 'sub',
    class: 'SubTool',
    owner: 'CalcApp',
    dryRun: true,
    files: [
      { path: 'src/tools/sub.tool.ts', action: 'create' },
      { path: 'src/calc.app.ts', action: 'update' },
    ],
  });
});

test('[I7.generate.kept] a file that exists is kept and only listed; without the class it is refused', async ({ project }) => {
  const mine = join(project, 'src/tools/sub.tool.ts');
  const text = readFileSync(join(project, 'src/tools/add.tool.ts'), 'utf8')
    .replace('AddTool', 'SubTool')
    .replace("name: 'add'", "name: 'sub'");
  writeFileSync(mine, text);
  const { code, stdout } = await runCli(['generate', 'tool', 'sub'], { cwd: project });
  assert.equal([code, stdout], [0, 'update  src/calc.app.ts']);
  assert.is(readFileSync(mine, 'utf8'), text);
  writeFileSync(join(project, 'src/tools/mul.tool.ts'), 'export const other = 1;\n');
  const refused = await runCli(['generate', 'tool', 'mul'], { cwd: project });
  assert.equal([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /src\/tools\/mul\.tool\.ts: it exports no MulTool/);
});

test('[I7.generate.choice] with several apps --app decides; names and apps that do not fit are exit 2', async ({ project }) => {
  await runCli(['generate', 'app', 'notes'], { cwd: project });
  const said = async (...words: readonly string[]): Promise<readonly [number | undefined, string]> => {
    const { code, stdout, stderr } = await runCli(['generate', ...words], { cwd: project });
    return [code, stdout + stderr];
  };
  const open = await said('tool', 'list');
  assert.is(open[0], 2);
  assert.match(open[1], /say with --app which one lists the new tool\n {2}Apps: calc, notes/);
  assert.is((await said('tool', 'list', '--app', 'notes'))[0], 0);
  assert.match(readFileSync(join(project, 'src/notes.app.ts'), 'utf8'), 'tools: [ListTool]');
  assert.match((await said('tool', 'list'))[1], 'Nothing to do: NotesApp lists ListTool');
  assert.match((await said('prompt', 'x', '--app', 'note'))[1], 'Did you mean `notes`?');
  assert.match((await said('tol', 'x'))[1], 'Did you mean `tool`?');
  assert.match((await said('tool', 'a b!'))[1], "'a b!' cannot be the name of a tool");
  assert.match((await said('tool'))[1], /missing required argument 'name'/);
  const taken = await said('tool', 'add', '--app', 'calc');
  assert.match(taken[1], /Nothing to do: CalcApp lists AddTool/);
});

test('[I7.generate.refuses] a list that is not written in place is refused with its place; nothing is written', async ({ project }) => {
  editFile(join(project, 'src/calc.app.ts'), (text) =>
    text.replace('tools: [AddTool]', 'tools: [AddTool].filter(Boolean)').replace('resources: [ConstantsResource],', ''),
  );
  const { code, stdout, stderr } = await runCli(['generate', 'tool', 'sub'], { cwd: project });
  assert.equal([code, stdout], [1, '']);
  assert.match(stderr, /src\/calc\.app\.ts:9:3 error not-editable: SubTool cannot be added to tools of CalcApp[^]*> {2}9 \| {3}tools: /);
  assert.not.ok(existsSync(join(project, 'src/tools/sub.tool.ts')));
  assert.is((await runCli(['generate', 'resource', 'sub'], { cwd: project })).code, 0, 'another list is still open');
  writeFileSync(join(project, 'src/main.ts'), 'export class Server {');
  const broken = await runCli(['generate', 'tool', 'sub'], { cwd: project });
  assert.is(broken.code, 1);
  assert.match(broken.stderr, /src\/main\.ts:1:22 error syntax-error/);
});

test('[plugins.package] a plugin package is written beside or outside of a project, whole or not at all, as the guide shows it', async ({
  root,
}) => {
  const env = { SERVICE_SDK_SPEC: '0.1.0' };
  const generate = (...words: readonly string[]) => runCli(['generate', 'plugin', 'CallCount', '--package', ...words], { cwd: root, env });
  const shown = await generate('--dry-run');
  assert.is(shown.code, 0, shown.stderr);
  assert.match(shown.stdout, /^\+\+\+ call-count-plugin\/\.gitignore \(new\)$/m);
  assert.not.ok(existsSync(join(root, 'call-count-plugin')));
  const made = await generate();
  assert.match(made.stdout, /create {2}call-count-plugin\/src\/index\.ts\n[^]*cd call-count-plugin && npm install && npm pack$/);
  const text = readFileSync(join(root, 'call-count-plugin/src/index.ts'), 'utf8');
  assert.ok(readPage('docs/guide/writing-plugins.md').includes(`\`\`\`ts\n${text}\`\`\``), 'the page shows another file');
  const manifest = JSON.parse(readFileSync(join(root, 'call-count-plugin/package.json'), 'utf8')) as Record<string, object>;
  assert.equal(manifest['peerDependencies'], { '@service/sdk': '^0.1.0' });
  assert.equal([manifest['name'], Reflect.get(manifest['devDependencies'] ?? {}, '@service/sdk')], ['call-count-plugin', '0.1.0']);
  for (const file of ['README.md', 'package.json', 'src/index.ts'])
    assert.not.match(readFileSync(join(root, 'call-count-plugin', file), 'utf8'), /example/i);
  const again = await generate();
  assert.equal([again.code, /call-count-plugin exists already and is not empty/.test(again.stderr)], [2, true], again.stderr);
  assert.match((await generate('--app', 'calc')).stderr, 'a package is listed by the servers that install it');
  assert.match((await runCli(['generate', 'tool', 'x', '--package'], { cwd: root })).stderr, 'makes a package of a plugin, and of no tool');
});

test.run();
