import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { editFile, makeProject } from '../../../test/support/cli/project-fixture.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';

const test = suite<{ root: string; project: string }>('contract diff');
test.before.each((context) => {
  Object.assign(context, makeProject());
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

/** One required argument more, and another description. */
const change = (project: string): void =>
  editFile(join(project, 'src/tools/add.tool.ts'), (text) =>
    text.replace('    b: z.number()', '    c: z.string(),\n    b: z.number()').replace('Adds two numbers.', 'Adds.'),
  );

function commit(project: string, message: string): void {
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], { cwd: project });
  if (!existsSync(join(project, '.git'))) git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', message);
}

test('[I7.contract] a build writes the contract, the same for the same sources; diff then finds what a save changed', async ({
  project,
}) => {
  const file = join(project, 'dist/node/contract.json');
  assert.is((await runCli(['build', '--no-check'], { cwd: project })).code, 0);
  const first = readFileSync(file, 'utf8');
  const contract = JSON.parse(first) as { tools: readonly Record<string, unknown>[]; prompts: readonly unknown[] };
  assert.equal(Object.keys(contract.tools[0] ?? {}), [
    'name',
    'description',
    'visibility',
    'inputSchema',
    'outputSchema',
    'annotations',
    'hash',
  ]);
  await runCli(['build', '--no-check', '--force'], { cwd: project });
  assert.is(readFileSync(file, 'utf8'), first);
  const same = await runCli(['contract', 'diff'], { cwd: project });
  assert.equal([same.code, same.stdout], [0, 'The contract is that of dist/node/contract.json.']);
  change(project);
  const { code, stdout } = await runCli(['contract', 'diff'], { cwd: project });
  assert.is(code, 5);
  assert.is(
    stdout,
    [
      'breaking  tool add  input `c` was added and is required',
      'wording   tool add  has another description',
      '',
      '1 breaking, 0 added, 0 compatible, 1 wording since dist/node/contract.json',
      'Version 0.1.0 does not say so: 0.1.0 -> 0.2.0.',
    ].join('\n'),
  );
});

test('[I7.contract.against] [foreign.commit] a commit is compared by its committed contract; none of its code runs', async ({
  project,
}) => {
  renameSync(join(project, '_gitignore'), join(project, '.gitignore'));
  const left = join(project, 'was-run');
  // A program, as a config may be: the commit of a stranger must not come to run one.
  const program = `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(left)}, 'x');\n`;
  const config = readdirSync(project).find((name) => name.startsWith('service.config.')) ?? '';
  const honest = readFileSync(join(project, config), 'utf8');
  writeFileSync(join(project, config), program + honest);
  editFile(join(project, 'src/main.ts'), (text) => program + text);
  commit(project, 'a stranger');
  writeFileSync(join(project, config), honest);
  editFile(join(project, 'src/main.ts'), (text) => text.slice(program.length));
  commit(project, 'first');
  const without = await runCli(['contract', 'diff', '--against', 'HEAD~1'], { cwd: project });
  assert.is(without.code, 1);
  assert.match(
    without.stderr,
    /HEAD~1 holds no contract\.json, and the sources of a commit are not run[^]*commit a copy of it beside the config/,
  );
  assert.not.ok(existsSync(left));
  await runCli(['build', '--no-check'], { cwd: project });
  copyFileSync(join(project, 'dist/node/contract.json'), join(project, 'contract.json'));
  commit(project, 'snapshot');
  change(project);
  const changed = await runCli(['contract', 'diff', '--against', 'main', '--json'], { cwd: project });
  assert.is(changed.code, 5, changed.stderr);
  const { data } = JSON.parse(changed.stdout) as {
    data: { against: string; changes: readonly { kind: string }[]; version: { proposed: string } };
  };
  assert.equal([data.against, data.changes.map(({ kind }) => kind), data.version.proposed], ['main', ['breaking', 'wording'], '0.2.0']);
  assert.is((await runCli(['contract', 'diff', '--against', 'dist/node'], { cwd: project })).code, 5);
});

test('[I7.contract.diff] access rules are part of the contract: guarding a tool breaks its callers', async ({ project }) => {
  await runCli(['build', '--no-check'], { cwd: project });
  editFile(join(project, 'src/tools/add.tool.ts'), (text) => text.replace('@Tool({', "@Tool({\n  authorities: 'admin',"));
  editFile(join(project, 'src/main.ts'), (text) =>
    text.replace('@Service({', "@Service({\n  authorities: { profiles: { admin: { roles: { any: ['admin'] } } } },"),
  );
  const { code, stdout, stderr } = await runCli(['contract', 'diff', '--json'], { cwd: project });
  assert.is(code, 5, stdout + stderr);
  const { data } = JSON.parse(stdout) as { data: { changes: readonly { kind: string; name: string; message: string }[] } };
  assert.equal(
    data.changes.map(({ kind, name }) => [kind, name]),
    [['breaking', 'add']],
  );
  await runCli(['build', '--no-check'], { cwd: project });
  const built = JSON.parse(readFileSync(join(project, 'dist/node/contract.json'), 'utf8')) as {
    tools: readonly { authorities?: unknown }[];
  };
  assert.is(built.tools[0]?.authorities, 'admin');
});

test('[I7.contract.github] --format github annotates what changed at its declaration', async ({ project }) => {
  await runCli(['build', '--no-check'], { cwd: project });
  change(project);
  // A worktree's; the project is a folder of it.
  writeFileSync(join(project, '../.git'), 'gitdir: elsewhere');
  const { code, stdout } = await runCli(['contract', 'diff', '--format', 'github'], { cwd: project });
  assert.is(code, 5);
  assert.match(
    stdout,
    /^::error file=calc\/src\/tools\/add\.tool\.ts,line=4,col=1,title=contract%3A breaking::tool add: input `c` was added and is required\n::notice /,
  );
});

test('[I7.contract.against] an unknown file or commit, or a missing contract, is exit 2; sources with errors are exit 1', async ({
  project,
}) => {
  const said = async (...words: readonly string[]): Promise<readonly [number | undefined, string]> => {
    const { code, stderr } = await runCli(['contract', 'diff', ...words], { cwd: project });
    return [code, stderr];
  };
  const none = await said();
  assert.is(none[0], 2);
  assert.match(none[1], /There is no contract to compare with yet[^]*service build/);
  assert.match((await said('--against', 'v9'))[1], "names neither a file nor a commit: 'v9'");
  assert.match((await said('--against', '--output=/tmp/x'))[1], /neither a file nor a commit/);
  assert.match((await said('--against', 'package.json'))[1], 'holds no contract that this version understands');
  writeFileSync(join(project, 'contract.json'), '{"contractVersion":2}');
  assert.is((await said())[0], 2);
  writeFileSync(
    join(project, 'contract.json'),
    JSON.stringify({
      contractVersion: 1,
      hash: '',
      server: { name: 'notes', version: '1.0.0' },
      tools: [],
      resources: [],
      resourceTemplates: [],
      prompts: [],
      skills: [],
    }),
  );
  writeFileSync(join(project, 'src/main.ts'), 'export class Server {');
  assert.equal((await said())[0], 1);
});

test.run();
