import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { editFile, makeProject } from '../../../test/support/cli/project-fixture.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';

const test = suite<{ root: string; project: string; home: string; link: string }>('build --target cli');

test.before(async (context) => {
  const { project, root } = makeProject();
  editFile(join(project, 'src/main.ts'), (text) => `console.log('noise of a module');\n${text}`);
  editFile(join(project, 'src/tools/add.tool.ts'), (text) =>
    text.replace('return {', "this.logger.warn('a line of the log');\n    return {"),
  );
  writeFileSync(
    join(project, 'service.config.mjs'),
    `export default { name: 'calc', entry: 'src/main.ts', transport: { http: { path: '/mcp' } },
  deployments: [{ target: 'cli', js: true, cli: { description: "It's \\"$(id)\\" \`x\`", excludeTools: [] } }] };\n`,
  );
  rmSync(join(project, 'service.config.ts'), { force: true });
  const { code, stderr } = await runCli(['build', '--no-check'], { cwd: project });
  assert.is(code, 0, stderr);
  const [home, link] = [join(root, 'home'), join(root, 'linked')];
  mkdirSync(home);
  symlinkSync(join(project, 'dist/cli/calc'), link);
  Object.assign(context, { root, project, home, link });
});
test.after(({ root }) => rmSync(root, { recursive: true }));

interface Given {
  readonly input?: string;
  /** Path of what is standard input. */
  readonly inputFile?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Without a terminal, in a folder of no project. */
const runIn =
  ({ home, link }: { home: string; link: string }) =>
  async (
    args: readonly string[],
    { env = {}, input, inputFile }: Given = {},
  ): Promise<{ code: number; stdout: string; stderr: string }> => {
    const at = {
      cwd: home,
      env: { PATH: process.env['PATH'] ?? '', HOME: home, CI: 'true', ...env },
      extendEnv: false,
      reject: false,
      ...(input === undefined ? { stdin: 'ignore' as const } : { input }),
    };
    const { exitCode, stderr, stdout } =
      inputFile === undefined
        ? await execa(link, args, at)
        : await execa('sh', ['-c', 'f=$1; shift; exec "$0" "$@" < "$f"', link, inputFile, ...args], at);
    return { code: exitCode ?? -1, stdout: String(stdout), stderr: String(stderr) };
  };

test('[cli-program.files] a script, its bundle, a manifest and a CommonJS package.json', ({ project }) => {
  const folder = join(project, 'dist/cli');
  assert.equal(
    readdirSync(folder)
      .filter((name) => !['contract.json', 'licenses.txt', 'sbom.json'].includes(name) && !/cdx|licen/i.test(name))
      .sort(),
    ['calc', 'calc.bundle.js', 'calc.bundle.js.map', 'calc.manifest.json', 'install-calc.sh', 'package.json'],
  );
  assert.is(statSync(join(folder, 'calc')).mode & 0o777, 0o755);
  const { cli } = JSON.parse(readFileSync(join(folder, 'calc.manifest.json'), 'utf8')) as { cli: unknown };
  assert.equal(cli, {
    enabled: true,
    cliBundle: 'calc.bundle.js',
    outputDefault: 'text',
    authRequired: false,
    toolCount: 1,
    resourceCount: 1,
    templateCount: 0,
    promptCount: 1,
    oauthEnabled: false,
  });
  assert.match(readFileSync(join(folder, 'calc'), 'utf8'), /^#!\/usr\/bin\/env node\nrequire\("\.\/calc\.bundle\.js"\);\n$/);
});

test('[cli-program.tools] [cli-program.output] calls through a symlink, piped and under CI; noise of modules goes to standard error', async (context) => {
  const run = runIn(context);
  const called = await run(['add', '--a', '2', '--b=-3']);
  assert.equal([called.code, called.stdout], [0, '{"sum":-1}']);
  assert.match(called.stderr, 'noise of a module');
  assert.not.match(called.stderr, 'a line of the log');
  const logs = join(context.home, 'logs');
  const verbose = await run(['--verbose', '--log-dir', logs, 'add', '--a', '2', '--b', '2']);
  assert.equal([verbose.code, verbose.stdout], [0, '{"sum":4}']);
  for (const text of [verbose.stderr, ...readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'))])
    assert.match(text, 'a line of the log');
  rmSync(logs, { recursive: true });
  const json = await run(['--output', 'json', 'add', '--arguments', '-'], { input: '{"a":1,"b":2}\n' });
  assert.equal((JSON.parse(json.stdout) as { structuredContent: unknown }).structuredContent, { sum: 3 });
  const wrong = await run(['ad', '--a', '1']);
  assert.equal([wrong.code, wrong.stdout], [2, '']);
  assert.match(wrong.stderr, 'Did you mean add?');
  const help = await run(['--help']);
  assert.match(help.stdout, `calc 0.1.0 - It's "$(id)" \`x\`\n`);
  assert.is((await run(['--version'])).stdout, '0.1.0');
  assert.equal(
    readdirSync(context.home).filter((name) => name !== '.service'),
    [],
  );
});

test('[cli-program.help-levels] every level of a built program has help, before, behind and after the word help', async (context) => {
  const run = runIn(context);
  const { stdout } = await run(['--help']);
  const listed = [...stdout.matchAll(/^ {2}([a-z]+(?: [a-z]+)?)(?: <[^>]+>)? {2,}/gm)].map(([, words = '']) => words);
  assert.ok(listed.includes('add') && listed.includes('sessions switch') && listed.length > 15, listed.join());
  const groups = new Set(listed.filter((words) => words.includes(' ')).map((words) => words.split(' ')[0] ?? ''));
  assert.equal([...groups], ['resource', 'template', 'prompt', 'subscribe', 'skills', 'sessions']);
  for (const words of [...listed, ...groups]) {
    const typed = words.split(' ');
    const page = await run([...typed, '--help']);
    assert.equal([page.code, page.stderr.replace('noise of a module', '').trim()], [0, ''], words);
    assert.match(page.stdout, groups.has(words) ? 'Usage: calc <command>\n' : `Usage: calc ${words}`);
    if (groups.has(words))
      for (const other of listed) if (other.startsWith(`${words} `)) assert.match(page.stdout, new RegExp(`^  ${other}  ?`, 'm'));
    if (words === 'add' || groups.has(words))
      for (const first of ['help', '--help']) assert.equal(await run([first, ...typed]), page, words);
  }
  const unknown = await run(['sessions', 'swich', '--help']);
  assert.equal([unknown.code, unknown.stdout], [2, '']);
  assert.match(unknown.stderr, 'Did you mean switch?');
});

test('[cli-program.usage] standard input that cannot be read, or is no text, is named', async (context) => {
  const run = runIn(context);
  const folder = await run(['add', '--arguments', '-'], { inputFile: context.home });
  assert.equal([folder.code, folder.stdout], [1, '']);
  assert.match(folder.stderr, 'calc: Standard input cannot be read: it is a folder');
  const nothing = await run(['add', '--arguments', '-'], { input: '' });
  assert.is(nothing.code, 2);
  const bytes = spawn(context.link, ['add', '--arguments', '-'], { env: { PATH: process.env['PATH'] ?? '', HOME: context.home } });
  bytes.stdin.end(Buffer.from([0xff, 0xfe]));
  assert.equal((await once(bytes, 'close'))[0], 2);
});

test('[cli-program.output] a reader that goes away early ends the command in silence', async ({ home, link }) => {
  const { exitCode, stderr } = await execa('sh', ['-c', `"$0" --help | true; "$0" --help 2>&1 >/dev/full | grep -c . || true`, link], {
    cwd: home,
    env: { HOME: home },
    reject: false,
  });
  assert.is(exitCode, 0);
  assert.not.match(String(stderr), /EPIPE|Error|at /);
});

test('[cli-program.doctor] bad variables are said by doctor and by calls, without their values', async (context) => {
  const run = runIn(context);
  const good = await run(['doctor']);
  assert.is(good.code, 0, good.stdout);
  const env = { PORT: 'hunter2' };
  const bad = await run(['doctor'], { env });
  assert.is(bad.code, 1);
  assert.match(bad.stdout, /problem {2}[^]*PORT/);
  const called = await run(['add', '--a', '1', '--b', '1'], { env });
  assert.equal([called.code, called.stdout], [1, '']);
  assert.not.match(bad.stdout + called.stderr, 'hunter2');
});

test('[cli-program.serve] [cli-program.sessions] serve over HTTP and stdio; connect, call, and say that it has gone', async (context) => {
  const run = runIn(context);
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'h', version: '1' } } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ];
  const input = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
  for (const [args, env] of [
    [['--stdio'], {}],
    [['serve', '--stdio'], {}],
    [[], { SERVICE_STDIO: '1' }],
  ] as const) {
    const { code, stdout } = await run(args, { input, env });
    assert.is(code, 0);
    assert.match(stdout, /^\{"jsonrpc":"2\.0","id":1,.*\n\{"jsonrpc":"2\.0","id":2,"result":\{"tools":\[\{"name":"add",[^\n]*$/);
  }
  const server = spawn(context.link, ['serve', '-p', '0'], { env: { PATH: process.env['PATH'] ?? '', HOME: context.home, PORT: '1' } });
  let said = '';
  const listening = new Promise<string>((resolve) => {
    server.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [, url] = /listening at (\S+)/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
  const url = await listening;
  const connected = await run(['connect', url, '--name', 'dev']);
  assert.equal([connected.code, connected.stdout], [0, 'Connected to calculator 0.1.0 as dev.'], connected.stderr);
  assert.is((await run(['add', '--a', '1', '--b', '1'])).stdout, '{"sum":2}');
  assert.is(statSync(join(context.home, '.service/cli/calc/sessions')).mode & 0o777, 0o600);
  server.kill('SIGTERM');
  assert.is((await once(server, 'close'))[0], 0);
  const gone = await run(['add', '--a', '1', '--b', '1']);
  assert.is(gone.code, 1);
  assert.match(gone.stderr, `calc: ${url} cannot be reached: connect ECONNREFUSED`);
  assert.is((await run(['--session', 'local', 'add', '--a', '1', '--b', '1'])).stdout, '{"sum":2}');
});

test('[cli-program.serve] a first signal lets running requests finish, and a second ends serve with 1 as a bundle for Node', async ({
  home,
  link,
}) => {
  const server = spawn(link, ['serve', '-p', '0'], { env: { PATH: process.env['PATH'] ?? '', HOME: home } });
  const says = async (pattern: RegExp): Promise<string> => {
    let said = '';
    for await (const chunk of server.stderr.iterator({ destroyOnReturn: false })) {
      said += String(chunk);
      const [found] = pattern.exec(said) ?? [];
      if (found !== undefined) return found;
    }
    throw new Error(said);
  };
  const { port } = new URL(await says(/http:\S+(?=\n)/));
  const held = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  held.write(
    'POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 9\r\nexpect: 100-continue\r\n\r\n',
  );
  await once(held, 'data');
  server.kill('SIGTERM');
  await says(/is stopping/);
  assert.is(server.exitCode, null);
  server.kill('SIGTERM');
  assert.is((await once(server, 'close'))[0], 1);
  held.destroy();
});

test('[cli-program.subscribe] it listens until Ctrl-C, which ends it with exit code 0', async ({ home, link }) => {
  const listening = spawn(link, ['--session', 'local', 'subscribe', 'notification'], {
    cwd: home,
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    listening.once('close', () => reject(new Error(said)));
    listening.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Listening; Ctrl-C ends it.\n')) resolve();
    });
  });
  // One that ends by itself has ended before another command has run.
  await runIn({ home, link })(['--session', 'local', 'add', '--a', '1', '--b', '1']);
  assert.is(listening.exitCode, null);
  listening.kill('SIGINT');
  assert.equal(await once(listening, 'close'), [0, null]);
});

test('[cli-program.completion] the scripts complete with what the program says, also behind the sign that bash takes apart', async (context) => {
  const { home, link } = context;
  const run = runIn(context);
  const asked = async (...words: readonly string[]): Promise<string> => {
    const typed = `COMP_WORDS=("$0" "$@"); COMP_CWORD=$#; _calc_complete; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const script = `eval "$("$0" completion bash)"; ${typed}`;
    return (await execa('bash', ['-c', script, link, ...words], { cwd: home, env: { HOME: home } })).stdout;
  };
  assert.is(await asked('add', '--a'), '--a\n--arguments');
  assert.is(await asked('add', '--output', '=', 'te'), 'text');
  assert.is(await asked('--output', '='), 'text\njson');
  const fish = `${(await run(['completion', 'fish'])).stdout}\ncomplete -C 'calc add --output '`;
  const options = { cwd: home, env: { HOME: home, PATH: `${join(link, '..', 'bin')}:${process.env['PATH'] ?? ''}` } };
  mkdirSync(join(link, '..', 'bin'));
  symlinkSync(link, join(link, '..', 'bin', 'calc'));
  assert.is((await execa('fish', ['--no-config', '-c', fish], options)).stdout, 'json\ntext');
});

test('[cli-program.files] --js without its target or with --sea, and an invalid range of ports, are refused', async ({ project }) => {
  const refused = async (...flags: readonly string[]): Promise<string> => {
    const { code, stderr } = await runCli(['build', ...flags], { cwd: project });
    assert.is(code, 2);
    return stderr;
  };
  assert.match(await refused('--target', 'node', '--js'), '--js has an effect only for the target cli');
  assert.match(await refused('--js', '--sea'), '--js and --sea contradict each other');
  editFile(join(project, 'service.config.mjs'), (text) => text.replace('excludeTools: []', "excludeTools: ['ad']"));
  const unknown = await refused('--no-check');
  assert.match(unknown, 'cli.excludeTools names no tool of the server: "ad"');
  assert.match(unknown, 'add');
  editFile(join(project, 'service.config.mjs'), (text) => text.replace("excludeTools: ['ad']", 'oauth: { portRange: [9000, 8000] }'));
  assert.match(await refused(), 'cli.oauth.portRange must be the first and the last port');
});

test.run();
