/* What the installed packages alone can show: that nothing is missing in them, and their types. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { prepareFolders, removeFolders, runOnce, runs, type CommandFolders } from '../../test/support/cli/command-runs.ts';
import { editFile, makeProject } from '../../test/support/cli/project-fixture.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { partKinds } from './generate/part-kinds.ts';

const everyCommand = suite<{ folders: CommandFolders }>('packed: every command');
everyCommand.before(async (context) => {
  context.folders = await prepareFolders();
});
everyCommand.after(({ folders }) => removeFolders(folders));

for (const [name, run] of Object.entries(runs))
  everyCommand(`[I7.every.json] packed: ${name} prints its help, and with --json one document of its schema`, async ({ folders }) => {
    const help = await runCli([...name.split(' '), '--help'], { cwd: folders.empty });
    assert.equal([help.code, help.stderr], [0, '']);
    assert.match(help.stdout, new RegExp(`\\nUsage\\n {2}service ${name}`));
    await runOnce(name, run, folders);
  });

everyCommand.run();

const test = suite<{ root: string; project: string }>('packed: types');
test.before.each((context) => {
  Object.assign(context, makeProject());
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

test('[I7.generate] packed: what is written of every kind passes check with the types of the packages', async ({ project }) => {
  for (const kind of Object.keys(partKinds)) assert.is((await runCli(['generate', kind, 'AddNote'], { cwd: project })).code, 0, kind);
  const { code, stderr, stdout } = await runCli(['check'], { cwd: project });
  assert.equal([code, stdout], [0, '2 apps, 2 tools, 2 resources, 2 prompts checked for node: no error.']);
  // A slow host also prints how long it takes.
  assert.not.match(stderr, /warning|error/);
});

test('[I2.bad-input.types] an entry that does not type-check is exit 1 with the place; --no-check builds it; a build judges no test that it does not bundle', async ({
  project,
}) => {
  editFile(join(project, 'src/main.ts'), (text) => `${text}\nexport const port: number = 'text';\nexport * from './imported.test.ts';\n`);
  writeFileSync(join(project, 'src/imported.test.ts'), "export const host: number = 'text';\n");
  writeFileSync(join(project, 'e2e/server.e2e.spec.ts'), "import 'not-installed';\nexport const port: number = 'text';\n");
  writeFileSync(join(project, 'e2e/torn.e2e.spec.ts'), 'export const = ;\n');
  const torn = await runCli(['check'], { cwd: project });
  assert.match(torn.stderr, /e2e\/torn\.e2e\.spec\.ts:1:\d+ error syntax-error/);
  const built = await runCli(['build'], { cwd: project });
  rmSync(join(project, 'e2e/torn.e2e.spec.ts'));
  const checked = await runCli(['check'], { cwd: project });
  for (const { code, stderr } of [built, checked]) {
    assert.is(code, 1);
    assert.match(stderr, /src\/main\.ts:\d+:14 error type-error[^]*\^\^\^\^/);
    assert.match(stderr, /src\/imported\.test\.ts:1:14 error type-error/);
    assert.is(/ e2e\/|^e2e\//m.test(stderr), checked.stderr === stderr);
  }
  assert.not.ok(existsSync(join(project, 'dist')));
  assert.is((await runCli(['build', '--no-check'], { cwd: project })).code, 0);
});

test.run();
