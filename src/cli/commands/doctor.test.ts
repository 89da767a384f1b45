import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { editFile, freePort, makeProject } from '../../../test/support/cli/project-fixture.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';

const test = suite<{ root: string; project: string }>('doctor');
test.before.each(async (context) => {
  Object.assign(context, makeProject());
  renameSync(join(context.project, '_gitignore'), join(context.project, '.gitignore'));
  const port = String(await freePort());
  editFile(join(context.project, 'service.config.ts'), (text) => text.replace('3000', port));
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

interface Report {
  readonly ok: boolean;
  readonly data: {
    readonly checks: readonly { readonly name: string; readonly status: string; readonly says: string; readonly fix?: string }[];
    readonly fixed: readonly string[];
  };
}

async function examine(cwd: string, options: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {}) {
  const { code, stdout } = await runCli(['doctor', '--json', ...(options.args ?? [])], {
    cwd,
    // Client files of whoever runs the test are not the test's business.
    env: { HOME: cwd, ...options.env },
  });
  const report = JSON.parse(stdout) as Report;
  return { code, report, of: (name: string) => report.data.checks.filter((check) => check.name === name) };
}

test('[I7.doctor] a healthy project passes every check, exit 0', async ({ project }) => {
  const { code, stdout, stderr } = await runCli(['doctor'], { cwd: project, env: { HOME: project } });
  assert.is(code, 0, stdout + stderr);
  for (const name of ['config', 'node', 'npm', 'manifest', 'sdk', 'zod', 'versions', 'tsconfig', 'sources', 'output', 'gitignore', 'port'])
    assert.match(stdout, new RegExp(`^pass {2}${name} `, 'm'));
  assert.match(stdout, /\n\d+ pass, 0 warn, 0 fail$/);
});

test('[I7.doctor.fails] problems are named with a fix, exit 5; secrets are measured and never shown', async ({ project }) => {
  rmSync(join(project, 'node_modules/@service'), { recursive: true });
  editFile(join(project, 'src/main.ts'), () => 'export class Server {');
  const { code, report, of } = await examine(project, { env: { JWT_SECRET: 'hunter22' } });
  assert.equal([code, report.ok], [5, false]);
  for (const name of ['sdk', 'sources', 'secrets']) assert.is(of(name)[0]?.status, 'fail', name);
  assert.match(of('sources')[0]?.says ?? '', /^src\/main\.ts:1: /);
  for (const check of report.data.checks) assert.is(check.status === 'pass', check.fix === undefined, check.name);
  assert.not.match(JSON.stringify(report), /hunter22/);
});

test('[I7.doctor.config] a config that cannot be read, and no project at all, are findings; the machine is still examined', async ({
  project,
}) => {
  editFile(join(project, 'service.config.ts'), (text) => text.replace('entry:', 'entri:'));
  const broken = await examine(project);
  assert.is(broken.code, 5);
  assert.match(broken.of('config')[0]?.fix ?? '', /Did you mean `entry`\?/);
  assert.is(broken.of('node')[0]?.status, 'pass');
  const empty = mkdtempSync(join(tmpdir(), 'service-doctor-'));
  const none = await examine(empty);
  assert.is(none.code, 5);
  assert.match(none.of('config')[0]?.says ?? '', /is not a project/);
  rmSync(empty, { recursive: true });
});

test('[I7.doctor.outside] the public URL is asked: discovery is compared and the clock too; what does not answer is a warning', async ({
  project,
}) => {
  let document: object = {};
  let date = new Date();
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', date: date.toUTCString() }).end(JSON.stringify(document));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  try {
    const endpoints = { authorization_endpoint: `${url}/oauth/authorize`, token_endpoint: `${url}/oauth/token` };
    document = { resource: `${url}/`, authorization_servers: [url], issuer: url, ...endpoints };
    writeFileSync(join(project, '.env'), `SERVICE_PUBLIC_URL=${url}\n`);
    const good = await examine(project);
    assert.equal(
      ['public-url', 'discovery', 'clock'].map((name) => good.of(name)[0]?.status),
      ['pass', 'pass', 'pass'],
    );
    document = { resource: `${url}/`, authorization_servers: [url], issuer: url, ...endpoints, token_endpoint: '/oauth/token' };
    assert.match((await examine(project)).of('discovery')[0]?.says ?? '', 'names no address as token_endpoint');
    document = { resource: 'http://10.0.0.1:3000/', authorization_servers: [url], issuer: 'https://other.example' };
    date = new Date(Date.now() - 600_000);
    const bad = await examine(project);
    assert.is(bad.code, 5);
    assert.equal([bad.of('discovery').map(({ status }) => status), bad.of('clock')[0]?.status], [['fail', 'fail'], 'fail']);
    assert.match(bad.of('discovery')[0]?.says ?? '', 'names itself http://10.0.0.1:3000/');
  } finally {
    server.close();
  }
  const gone = await examine(project);
  assert.equal([gone.code, gone.of('public-url')[0]?.status], [0, 'warn']);
  const open = await examine(project, { env: { SERVICE_PUBLIC_URL: 'http://mcp.invalid' } });
  assert.equal([open.code, open.of('public-url')[0]?.status], [5, 'fail']);
});

test('[I7.doctor.surroundings] store, socket, versions, compiled modules and clients of this machine are examined', async ({
  root,
  project,
}) => {
  const port = await freePort();
  editFile(join(project, 'src/main.ts'), (text) =>
    text.replace(
      '@Service({',
      `@Service({\n  redis: { provider: 'redis', host: '127.0.0.1', port: ${port}, password: process.env['NONE'] },`,
    ),
  );
  const nested = join(project, 'node_modules/@service/plugin-x');
  mkdirSync(nested, { recursive: true });
  writeFileSync(join(nested, 'package.json'), '{"name":"@service/plugin-x","version":"0.0.1"}');
  mkdirSync(join(project, 'node_modules/fast-native'), { recursive: true });
  writeFileSync(join(project, 'node_modules/fast-native/binding.gyp'), '{}');
  editFile(join(project, 'package.json'), (text) => text.replace('"zod"', '"fast-native": "1.0.0",\n    "zod"'));
  const home = join(root, 'home');
  mkdirSync(join(home, '.cursor'), { recursive: true });
  const entry = { command: 'node', args: [join(project, 'dist/node/calc.bundle.js'), '--stdio'], env: { TOKEN: 'hidden-token' } };
  writeFileSync(join(home, '.cursor/mcp.json'), JSON.stringify({ mcpServers: { calc: entry } }));
  writeFileSync(join(project, '.mcp.json'), '{');
  mkdirSync(join(project, '.vscode'), { recursive: true });
  writeFileSync(join(project, '.vscode/mcp.json'), '');
  truncateSync(join(project, '.vscode/mcp.json'), 300_000_000);
  const { code, report, of } = await examine(project, { env: { HOME: home, SERVICE_SOCKET_PATH: join(root, 'x'.repeat(120)) } });
  assert.is(code, 5);
  const said = (name: string): readonly string[] => of(name).map(({ status, says }) => `${status}: ${says}`);
  assert.match(said('store').join(), `fail: redis does not answer at 127.0.0.1:${port}`);
  assert.match(said('socket').join(), /^fail: .* has more than 10[37] bytes/);
  assert.match(said('versions').join(), /^fail: .*node_modules\/@service\/plugin-x 0\.0\.1/);
  assert.match(said('native').join(), 'warn: fast-native has a compiled part');
  assert.match(
    said('clients').join('\n'),
    /^warn: claude-code: .*\.mcp\.json is not JSON\nwarn: cursor: 'calc' starts .*calc\.bundle\.js, which is not there\nwarn: vscode: .*mcp\.json has 300000000 bytes and was not read$/,
  );
  assert.not.match(JSON.stringify(report), /hidden-token/);
});

test('[I7.doctor.fix] --fix adds a missing tsconfig and ignore lines, and nothing else', async ({ project }) => {
  rmSync(join(project, 'tsconfig.json'));
  writeFileSync(join(project, '.gitignore'), 'mine\n');
  const before = await examine(project);
  assert.equal([before.code, before.of('tsconfig')[0]?.status, before.of('gitignore')[0]?.status], [0, 'warn', 'warn']);
  assert.not.ok(existsSync(join(project, 'tsconfig.json')));
  const after = await examine(project, { args: ['--fix'] });
  assert.equal(after.report.data.fixed, ['tsconfig.json', '.gitignore']);
  assert.equal([after.of('tsconfig')[0]?.status, after.of('gitignore')[0]?.status], ['pass', 'pass']);
  assert.match(readFileSync(join(project, '.gitignore'), 'utf8'), /^mine\nnode_modules\//);
});

test('[I7.doctor.fix] --fix adds missing dependencies, the folder of a socket, and takes a key from the eyes of others', async ({
  root,
  project,
}) => {
  editFile(join(project, 'package.json'), (text) => text.replace(/ {4}"@service\/sdk": .*\n/, ''));
  const home = join(root, 'home');
  const key = join(home, '.service/keys/mcp-registry.key');
  mkdirSync(join(home, '.service/keys'), { recursive: true });
  writeFileSync(key, 'seed', { mode: 0o644 });
  const env = { HOME: home, SERVICE_SOCKET_PATH: join(root, 'run/calc.sock'), SERVICE_SDK_SPEC: '0.1.0', SERVICE_CLI_SPEC: '0.1.0' };
  const before = await examine(project, { env });
  const statuses = (of: typeof before.of): readonly unknown[] => ['manifest', 'socket', 'keys'].map((name) => of(name)[0]?.status);
  assert.equal([before.code, ...statuses(before.of)], [5, 'warn', 'fail', 'fail']);
  const after = await examine(project, { args: ['--fix'], env });
  assert.equal([after.code, ...statuses(after.of)], [0, 'pass', 'pass', 'pass']);
  assert.equal(after.report.data.fixed, ['package.json', join(root, 'run'), key]);
  assert.match(readFileSync(join(project, 'package.json'), 'utf8'), '"@service/sdk": "0.1.0"');
  assert.is(statSync(key).mode & 0o777, 0o600);
});

test('[I7.doctor.surroundings] what a deployed worker weighs and how long it loads, and the secrets that sign-in needs', async ({
  project,
}) => {
  editFile(join(project, 'service.config.ts'), (text) =>
    text.replace(/deployments: \[[^\]]*\]/, "deployments: [{ target: 'node' }, { target: 'worker' }]"),
  );
  const plain = await examine(project);
  assert.equal(
    plain.of('worker').map(({ status, says }) => [status, says.replaceAll(/\d[\d.]*/g, 'N')]),
    [
      ['pass', 'N kB compressed'],
      ['pass', 'its modules load in N ms on this machine'],
    ],
  );
  assert.equal(plain.of('secrets'), []);
  editFile(join(project, 'src/main.ts'), (text) => text.replace('@Service({', "@Service({\n  auth: { mode: 'local' },"));
  const signing = await examine(project);
  assert.match(signing.of('secrets')[0]?.says ?? '', 'JWT_SECRET is not set');
  writeFileSync(join(project, '.env'), 'JWT_SECRET=0123456789abcdef0123456789abcdef\n');
  assert.equal((await examine(project)).of('secrets')[0]?.status, 'pass', 'as the server will read it');
});

test('[I7.doctor.surroundings] a socket that a server listens on is named', async ({ root, project }) => {
  const path = join(root, 'calc.sock');
  const server = createServer().listen(path);
  await once(server, 'listening');
  const { of } = await examine(project, { env: { SERVICE_SOCKET_PATH: path } });
  server.close();
  assert.match(of('socket')[0]?.says ?? '', 'a server listens on');
});

test.run();
