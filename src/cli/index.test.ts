import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { commandTable } from './command-table.ts';
import { exitCodeRows } from './exit-codes.ts';
import { topicNames } from './help-topics.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';

const test = suite<{ root: string }>('cli');
const checkout = fileURLToPath(new URL('../..', import.meta.url));
test.before((context) => {
  context.root = mkdtempSync(join(tmpdir(), 'service-cli-'));
});
test.after(({ root }) => rmSync(root, { recursive: true, force: true }));

const parse = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

/** Without `--no`, npx fetches the package of that name from the registry, which is somebody else's. */
const fetchesStranger = /\bnpx (?!--no service(?:-cli)?\b)[^\n]*\bservice\b|\bnpx (?!--no )\S*service/;

test('[F4.help.two-screens] every page of help is at most two screens of 80 columns, examples first', async () => {
  const pages = [[], ...commandTable.map((row) => row.name.split(' '))];
  for (const words of pages) {
    const { code, stdout, stderr } = await runCli([...words, '--help']);
    const lines = stdout.split('\n');
    assert.is(code, 0);
    assert.is(stderr, '');
    assert.ok(lines.length <= 48, `${words.join(' ')}: ${lines.length} lines`);
    assert.ok(
      lines.every((line) => line.length <= 100),
      words.join(' '),
    );
    assert.ok(lines.findIndex((line) => line === 'Examples') < lines.findIndex((line) => /^(Usage|Start)$/.test(line)), words.join(' '));
    assert.match(stdout, /See also: /);
  }
});

test('[F4.help.two-screens] every topic of help is at most two screens of 80 columns, examples first', async () => {
  for (const topic of ['auth', 'env', 'exit-codes', 'targets']) assert.ok(topicNames.includes(topic), topic);
  for (const topic of topicNames) {
    const { code, stdout } = await runCli(['help', topic]);
    const lines = stdout.split('\n');
    assert.is(code, 0);
    assert.ok(lines.length <= 48, `${topic}: ${lines.length} lines`);
    assert.is(lines[0], 'Examples', topic);
    assert.match(lines.at(-1) ?? '', /service (help|\w+ --help)/, topic);
    // A path that is longer than its column is not broken.
    for (const line of lines) assert.ok(line.length <= 80 || line.trim().split(' ').length === 1, `${topic}: ${line}`);
  }
});

test('[A3a.12.no-npx] no page of help tells a stranger to run `npx service`', async () => {
  for (const row of commandTable) assert.not.match((await runCli([...row.name.split(' '), '--help'])).stdout, fetchesStranger);
});

test('[A3a.12.no-npx] no page, template or example tells a stranger to run `npx service`', async () => {
  const { stdout } = await execa('git', ['ls-files', 'docs', 'examples', 'src/templates', 'packages', 'README.md', 'CHANGELOG.md'], {
    cwd: checkout,
  });
  const files = stdout.split('\n').filter((file) => /\.(md|json|ts|txt|sh|ya?ml)$|_gitignore$/.test(file));
  assert.ok(files.length > 60);
  for (const file of files) assert.not.match(readFileSync(join(checkout, file), 'utf8'), fetchesStranger, file);
});

test('[X.name.bin] the package installs its program as service and as service-cli', () => {
  const { bin } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { readonly bin: object };
  assert.equal(bin, { service: 'bin/service.js', 'service-cli': 'bin/service.js' });
});

test('[cli.later] commands that only other versions have are refused by name, with what to do instead', async () => {
  const rows = { start: 'it manages no processes', install: 'it installs no servers', skills: 'it has no catalogue of skills' };
  for (const [word, text] of Object.entries(rows)) {
    const { code, stderr } = await runCli([word, 'x']);
    assert.is(code, 2);
    assert.match(stderr, `service ${word} is not in this version: ${text}`);
  }
  const flag = await runCli(['new', 'x', '--nx']);
  assert.is(flag.code, 2);
  assert.match(flag.stderr, '--nx is not in this version');
  const flags = ['--show-conflict', '--serve', '--log-file=x', '--buffer-size', '--reload-deadline-ms'];
  for (const [name, words] of [['new x', '--skills=full'], ...flags.map((one) => ['dev', one] as const)] as const) {
    const refused = await runCli([...name.split(' '), words]);
    assert.is(refused.code, 2);
    assert.match(refused.stderr, `${words.replace(/=.*/, '')} is not in this version: `);
  }
});

test('[F4.cli.did-you-mean] a misspelt command, flag or value is exit 2 with the nearest name', async () => {
  const command = await runCli(['biuld']);
  assert.equal([command.code, command.stdout], [2, '']);
  assert.match(command.stderr, /unknown command 'biuld'[^]*Did you mean `build`\?/);
  assert.match((await runCli(['frobnicate'])).stderr, /unknown command 'frobnicate'[^]*`service --help` lists the commands/);
  const flag = await runCli(['build', '--taget', 'node']);
  assert.is(flag.code, 2);
  assert.match(flag.stderr, /Did you mean `--target`\?/);
  const value = await runCli(['build', '--target', 'nod']);
  assert.is(value.code, 2);
  assert.match(value.stderr, /Did you mean `node`\?/);
  assert.is((await runCli(['registry'])).code, 2);
});

test('[F4.cli.did-you-mean] half a command names the other halves, a wrong choice the nearest one; help alone is the overview', async () => {
  const half = await runCli(['contract']);
  assert.equal([half.code, half.stdout], [2, '']);
  assert.match(half.stderr, 'service contract: which command?\n  It can be: service contract diff.');
  const choice = await runCli(['check', '--format', 'sarfi']);
  assert.is(choice.code, 2);
  assert.match(choice.stderr, 'Did you mean `sarif`?');
  assert.match((await runCli(['build', '--tormet', 'node'])).stderr, 'Did you mean `--format`?');
  assert.is((await runCli(['help'])).stdout, (await runCli(['--help'])).stdout);
});

test('[F4.help.every-level] a word that several commands begin with has a page of its own', async () => {
  const groups = [...new Set(commandTable.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0] ?? ''] : [])))];
  const wordsAlone = groups.filter((group) => !commandTable.some(({ name }) => name === group));
  assert.ok(wordsAlone.length > 3);
  for (const group of wordsAlone) {
    const { code, stderr, stdout } = await runCli([group, '--help']);
    assert.equal([code, stderr], [0, ''], group);
    assert.match(stdout, `service ${group} <command> [flags]`);
    for (const { hidden, name } of commandTable)
      if (name.startsWith(`${group} `) && hidden !== true) assert.match(stdout, `service ${name}  `);
    assert.equal(await runCli(['-h', group]), { code, stderr, stdout });
    if (!topicNames.includes(group)) assert.is((await runCli(['help', group])).stdout, stdout);
  }
  const unknown = await runCli(['registry', 'kegen', '--help']);
  assert.equal([unknown.code, unknown.stdout], [2, '']);
});

test('[F4.help.two-screens] values of flags are no command: help is found before and behind them', async ({ root }) => {
  const [overview, build] = await Promise.all([runCli(['--help']), runCli(['build', '--help'])]);
  assert.equal(await runCli(['--help', '--color', 'never']), overview);
  assert.equal(await runCli(['--color', 'never', '--cwd', root, 'build', '--help']), build);
});

test('[F4.cli.json] help and the list of commands are documents too when --json asks for one', async () => {
  const help = parse((await runCli(['build', '--help', '--json'])).stdout);
  assert.equal([help['ok'], help['command']], [true, 'help']);
  assert.match(JSON.stringify(help['data']), 'service build --target node');
  const names = commandTable.map(({ name }) => name);
  assert.is((await runCli(['--list-commands'])).stdout, names.join('\n'));
  assert.equal(parse((await runCli(['--list-commands', '--json'])).stdout)['data'], { commands: names });
});

test('[F4.cli.exit-codes] help exit-codes prints every code', async () => {
  const { stdout, code } = await runCli(['help', 'exit-codes']);
  assert.is(code, 0);
  const plain = stdout.replaceAll(/\s+/g, ' ');
  for (const row of exitCodeRows) assert.ok(plain.includes(`${row.code} ${row.meaning}`), row.meaning);
});

test('[F4.cli.json] every command answers --json with one document, also when it fails', async ({ root }) => {
  const runs = [
    ['help', 'config'],
    ['check'],
    ['build'],
    ['inspect'],
    ['dev'],
    ['new'],
    ['init'],
    ['doctor'],
    ['explain'],
    ['biuld'],
    ['check', '--nope'],
    ['registry', 'keygen', '--out', 'key'],
  ];
  for (const words of runs) {
    const { stdout, stderr, code } = await runCli([...words, '--json'], { cwd: root });
    const document = parse(stdout);
    assert.equal(Object.keys(document), ['schemaVersion', 'ok', 'command', 'data', 'diagnostics'], words.join(' '));
    assert.is(document['schemaVersion'], 1);
    assert.is(document['ok'], code === 0);
    assert.is(stderr, '', words.join(' '));
  }
  assert.is(parse((await runCli(['--version', '--json'])).stdout)['ok'], true);
});

test('[F4.cli.events] --events says everything on stderr as one JSON object a line, beside the document on stdout', async ({ root }) => {
  const { code, stdout, stderr } = await runCli(['check', '--events', '--json'], { cwd: root });
  assert.equal([code, parse(stdout)['ok']], [2, false]);
  assert.equal(parse(stderr.split('\n').at(-1) ?? ''), { event: 'end', command: 'check', ok: false, exit: 2 });
  const plain = await runCli(['check', '--events'], { cwd: root });
  assert.equal(
    plain.stderr.split('\n').map((line) => parse(line)['event']),
    ['message', 'message', 'end'],
  );
});

test('[F4.cli.output-file] SERVICE_OUTPUT_FILE gets the document, independent of stdout', async ({ root }) => {
  const file = join(root, 'deep', 'result.json');
  const { code } = await runCli(['check'], { cwd: root, env: { SERVICE_OUTPUT_FILE: file } });
  const document = parse(readFileSync(file, 'utf8'));
  assert.equal([code, document['ok'], document['command']], [2, false, 'check']);
});

test('[I2.bad-input.folder] an empty folder and a missing one are named, exit 2', async ({ root }) => {
  const empty = mkdtempSync(join(root, 'empty-'));
  for (const command of ['check', 'build', 'inspect', 'dev']) {
    const { code, stderr, stdout } = await runCli([command], { cwd: empty });
    assert.equal([code, stdout], [2, ''], command);
    assert.match(stderr, /is not a project/);
    const missing = await runCli([command, '--cwd', join(empty, 'none')]);
    assert.is(missing.code, 2);
    assert.match(missing.stderr, /is not a folder/);
  }
});

test('[F4.cli.colour] colours follow the terminal, NO_COLOR, FORCE_COLOR and --color', async () => {
  const coloured = async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<boolean> =>
    (await runCli(['--help', ...args], { env })).stdout.includes('\u001b[');
  assert.is(await coloured([]), false);
  assert.is(await coloured([], { FORCE_COLOR: '1' }), true);
  assert.is(await coloured([], { FORCE_COLOR: '1', NO_COLOR: '1' }), false);
  assert.is(await coloured(['--color=always'], { NO_COLOR: '1' }), true);
  assert.is(await coloured(['--color', 'never'], { FORCE_COLOR: '1' }), false);
});

test.run();
