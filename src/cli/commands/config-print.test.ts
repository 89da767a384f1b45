import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { commandTable } from '../command-table.ts';
import { reservedVerbs } from '../custom-commands/project-rows.ts';
import { editFile, makeProject } from '../../../test/support/cli/project-fixture.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';

const test = suite<{ root: string; project: string }>('config');
test.before.each((context) => {
  Object.assign(context, makeProject());
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

const configure = (project: string, text: string): void =>
  editFile(join(project, 'service.config.ts'), (config) => config.replace("name: '", `${text},\n  name: '`));

test('[I7.config.origin] says what counts and where it comes from; values of variables stay hidden', async ({ project }) => {
  const clients = "clients: { cursor: { command: 'node', env: { API_KEY: 'secret-value' } } }";
  const define = "build: { esbuild: { define: { 'process.env.KEY': 'secret-value' } } }";
  configure(project, `env: { dev: { TOKEN: 'secret-value' } }, budgets: { tools: 3 }, ${clients}, ${define}`);
  const env = { SERVICE_HTTP_ENTRY_PATH: '/x', PORT: '4000' };
  const { code, stdout } = await runCli(['config', 'print', '--origin', '--target', 'worker'], { cwd: project, env });
  assert.is(code, 0);
  for (const row of [
    /^build\.bundler +default +esbuild$/m,
    /^budgets\.tools +service\.config\.ts +3$/m,
    /^deployments\[0\]\.target +--target +worker$/m,
    /^clients\.cursor\.env\.API_KEY +service\.config\.ts +\(set\)$/m,
    /^build\.esbuild\.define\.process\.env\.KEY +service\.config\.ts +\(set\)$/m,
    /^env\.dev\.TOKEN +service\.config\.ts +\(set\)$/m,
    /^transport\.http\.path +SERVICE_HTTP_ENTRY_PATH +\/x$/m,
    /^transport\.http\.port +PORT +4000$/m,
    /^version +package\.json +0\.1\.0$/m,
  ])
    assert.match(stdout, row);
  assert.not.match(stdout, /secret-value/);
  const { data } = JSON.parse((await runCli(['config', 'print', '--json'], { cwd: project })).stdout) as {
    data: { settings: readonly { path: string; origin: string }[] };
  };
  assert.is(data.settings.find(({ path }) => path === 'transport.http.port')?.origin, 'service.config.ts');
});

test('[cli.cwd-symlink] --cwd enters a symlink as cd does: paths in its files start where it leads', async ({ root, project }) => {
  const link = join(root, 'elsewhere', 'link');
  mkdirSync(join(root, 'elsewhere'));
  symlinkSync(project, link, 'dir');
  const [there, through] = await Promise.all([runCli(['config', 'print'], { cwd: project }), runCli(['config', 'print', '--cwd', link])]);
  assert.is(through.code, 0, through.stderr);
  assert.match(there.stdout, join(project, 'dist/node'));
  assert.is(through.stdout, there.stdout);
});

const greet = `cli: { commands: { greet: {
    entry: 'tools/greet.ts',
    description: 'Greet somebody.',
    arguments: [{ name: 'who', required: true, description: 'Whom' }, { name: 'more', variadic: true }],
    options: [{ flags: '-l, --loud', description: 'With a mark' }, { flags: '--times <count>', default: '1' }],
  } } }`;

test('[I7.project-commands] a command of the config has arguments, flags, help and --json', async ({ project }) => {
  configure(project, greet);
  mkdirSync(join(project, 'tools'));
  writeFileSync(
    join(project, 'tools/greet.ts'),
    `import { defineCommand } from '@service/cli/config';
const mark: string = '!';
export default defineCommand(({ arguments: given, options }) => {
  if (given['who'] === 'nobody') throw new Error('nobody is there');
  return given['who'] === 'data' ? { options } : [given['who'], ...given['more']].join(' ') + (options['loud'] ? mark : '');
});
`,
  );
  const said = await runCli(['greet', 'Ada', 'Bob', '-l'], { cwd: project });
  assert.equal([said.code, said.stdout], [0, 'Ada Bob!'], said.stderr);
  const data = JSON.parse((await runCli(['greet', 'data', '--json'], { cwd: project })).stdout) as { command: string; data: unknown };
  assert.equal([data.command, data.data], ['greet', { options: { times: '1' } }]);
  const help = await runCli(['greet', '--help'], { cwd: project });
  assert.match(
    help.stdout,
    /^Greet somebody\.\n[^]*service greet <who> \[more\.\.\.\] \[flags\][^]*-l, --loud[^]*--times <count> {2}.*\(default: 1\)/,
  );
  const mistyped = await runCli(['gret'], { cwd: project });
  assert.equal([mistyped.code, /unknown command 'gret'/.test(mistyped.stderr)], [2, true], 'a mistyped word runs nothing of the project');
  assert.match((await runCli(['greet', 'x', '--lod'], { cwd: project })).stderr, 'Did you mean `--loud`?');
  const failed = await runCli(['greet', 'nobody'], { cwd: project });
  assert.is(failed.code, 1);
  assert.match(failed.stderr, 'error command-failed: greet failed: nobody is there');
  writeFileSync(join(project, 'tools/greet.ts'), 'export const x = 1;');
  assert.match((await runCli(['greet', 'x'], { cwd: project })).stderr, 'has no function as its default export');
});

test('[I7.project-commands.reserved] taken names and commands that cannot be typed are refused by every command', async ({ project }) => {
  configure(project, "cli: { commands: { build: { entry: 'x.ts' } } }");
  const taken = await runCli(['check'], { cwd: project });
  assert.is(taken.code, 2);
  assert.match(taken.stderr, 'error reserved-command: cli.commands.build');
  editFile(join(project, 'service.config.ts'), (text) =>
    text.replace("build: { entry: 'x.ts' }", "ship: { entry: 'x.ts', arguments: [{ name: 'a', variadic: true }, { name: 'b' }] }"),
  );
  assert.match((await runCli(['config', 'print'], { cwd: project })).stderr, 'only the last argument may be variadic, and a is not');
  for (const { name, aliases = [] } of commandTable)
    for (const word of [name.split(' ')[0] ?? '', ...aliases]) assert.ok(reservedVerbs.has(word), word);
});

test.run();
