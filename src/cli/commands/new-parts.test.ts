import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { freePort, linkPackages } from '../../../test/support/cli/project-fixture.ts';
import { parseDockerfile } from '../../../test/support/parse-dockerfile.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';
import { canMakeExecutable } from '../../compiler/index.ts';
import { addParts, templateFolder } from '../scaffold/copy-template.ts';

const test = suite<{ root: string }>('new: parts of a deployment');
test.before((context) => {
  context.root = realpathSync(mkdtempSync(join(tmpdir(), 'service-parts-')));
});
test.after(({ root }) => rmSync(root, { recursive: true, force: true }));

const quick = ['--no-install', '--no-git', '--sdk', '0.1.0', '--cli', '0.1.0'];

async function scaffold(root: string, name: string, flags: readonly string[]): Promise<string> {
  const { code, stderr } = await runCli(['new', name, ...flags, ...quick], { cwd: root });
  assert.is(code, 0, stderr);
  const project = join(root, name);
  linkPackages(project);
  return project;
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly run?: string; readonly uses?: string; readonly if?: string }[] }>
  >;
}

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly depends_on?: object; readonly healthcheck?: object; readonly environment?: object }>
  >;
}

interface Stack {
  readonly Parameters: Readonly<Record<string, { readonly NoEcho?: boolean }>>;
  readonly Resources: {
    readonly Server: {
      readonly Properties: {
        readonly CodeUri: string;
        readonly Handler: string;
        readonly Runtime: string;
        readonly FunctionUrlConfig: object;
        readonly Environment: { readonly Variables: Readonly<Record<string, string | { readonly Ref: string }>> };
      };
    };
  };
}

const service = 'npx --no service ';

/** A line of a pipeline as the project's own command line; undefined for another program's. */
const wordsOf = (line: string): readonly string[] | undefined =>
  line.startsWith(service)
    ? line
        .slice(service.length)
        .replace(/ > \S+$/, '')
        .split(' ')
    : undefined;

/** A checkout has no declarations of the SDK; the section `scaffold` checks types of templates with packed ones. */
const withoutTypes = (command: string | undefined): readonly string[] =>
  command === 'check' ? ['--no-types'] : command === 'build' ? ['--no-check'] : [];

test('[new.pipeline] what the workflow of GitHub runs works in the project that has it', async ({ root }) => {
  const project = await scaffold(root, 'weather', ['--target', 'node,mcpb', '--docker', '--cicd', 'github']);
  const workflow = parse(readFileSync(join(project, '.github/workflows/ci.yml'), 'utf8'), { strict: true }) as Workflow;
  assert.equal(workflow.permissions, { contents: 'read' });
  const steps = workflow.jobs['build']?.steps ?? [];
  assert.ok(steps.every(({ run, uses }) => (run === undefined) !== (uses === undefined)));
  assert.is(steps.filter(({ uses }) => uses?.startsWith('github/codeql-action/upload-sarif@')).length, 2);
  // Texts of a pull request never become program text.
  assert.not.ok(steps.some(({ run = '' }) => run.includes('${{')));
  const lines = steps.flatMap(({ run }) => run ?? []);
  assert.equal(
    lines.filter((line) => wordsOf(line) === undefined),
    ['npm ci', 'npm run test'],
  );
  const commands = lines.flatMap((line) => {
    const words = wordsOf(line);
    return words === undefined || words.includes('--against') ? [] : [words];
  });
  for (const words of commands) {
    const { code, stderr, stdout } = await runCli([...words, ...withoutTypes(words[0])], { cwd: project });
    assert.is(code, 0, `${words.join(' ')}: ${stderr}`);
    if (words.includes('sarif')) assert.is(Reflect.get(Object(JSON.parse(stdout)), 'version'), '2.1.0');
  }
  assert.ok(existsSync(join(project, 'dist/mcpb/weather-0.1.0.mcpb')));

  writeFileSync(
    join(project, 'contract.json'),
    readFileSync(join(project, 'dist/node/contract.json'), 'utf8').replace('"add"', '"subtract"'),
  );
  const broken = await runCli(['contract', 'diff', '--format', 'sarif'], { cwd: project });
  assert.is(broken.code, 5, broken.stderr);
  assert.match(broken.stdout, /"ruleId": "contract-breaking"[^]*"uri": "src\//);
});

test('[new.cli-script] the deployment cli of a new project builds with the Node that made it', async ({ root }) => {
  const { code, stdout, stderr } = await runCli(['new', 'program', '--target', 'node,cli', ...quick], { cwd: root });
  assert.is(code, 0, stderr);
  const isScript = !(await canMakeExecutable());
  assert.is(/makes no single executables, so the deployment cli has js: true/.test(stdout), isScript);
  const config = (): string => readFileSync(join(root, 'program/service.config.ts'), 'utf8');
  assert.match(config(), `[{ target: 'node' }, { target: 'cli'${isScript ? ', js: true' : ''} }]`);
  for (const cliScript of [true, false]) {
    cpSync(templateFolder('basic'), join(root, 'program'), { recursive: true });
    const parts = { targets: ['cli'], redis: false, docker: false, cicd: 'none', packageManager: 'npm', cliScript } as const;
    await addParts(join(root, 'program'), 'program', parts);
    assert.is(config().includes("[{ target: 'cli', js: true }]"), cliScript);
  }
});

test('[new.docker] the image is of two stages, without root, and its health check passes the host check', async ({ root }) => {
  const project = join(root, 'weather');
  const stages = parseDockerfile(readFileSync(join(project, 'Dockerfile'), 'utf8'));
  assert.equal(
    stages.map(({ from }) => from),
    ['node:24-slim AS build', 'node:24-slim'],
  );
  const last = stages[1]?.instructions ?? [];
  const [user, command] = ['USER', 'CMD'].map((name) => last.findIndex((one) => one.name === name));
  assert.ok(user !== undefined && command !== undefined && user >= 0 && user < command);
  assert.is(last[user]?.text, 'node');
  assert.equal(last[command]?.words, ['node', 'weather.bundle.js']);
  const health = last.find(({ name }) => name === 'HEALTHCHECK');
  assert.equal(health?.words, ['node', 'health.mjs']);
  // The build's command line, which the first stage runs.
  const built = stages[0]?.instructions.at(-1)?.text ?? '';
  assert.is(built, `${service}build --target node --out-dir /out`);

  const port = String(await freePort());
  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'production',
    SERVICE_BIND_ADDRESS: 'all',
    SERVICE_ALLOWED_HOSTS: 'mcp.example.com',
    PORT: port,
  };
  const server = spawn(process.execPath, [join(project, 'dist/node/weather.bundle.js')], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(server, 'exit');
  const check = async (): Promise<number | undefined> =>
    (await execa(process.execPath, [join(project, 'docker/health.mjs')], { env, extendEnv: false, reject: false })).exitCode;
  try {
    for await (const chunk of server.stderr) if (String(chunk).includes(port)) break;
    assert.is(await check(), 0);
    const refused = await fetch(`http://127.0.0.1:${port}/readyz`);
    assert.is(refused.status, 403, 'a name that is not allowed');
  } finally {
    server.kill();
    await ended;
  }
  assert.is(await check(), 1);
});

test('[new.redis] sessions in Redis: the sources build, and compose starts it first', async ({ root }) => {
  const project = await scaffold(root, 'shared', ['--redis', '--docker', '--cicd', 'gitlab', '--template', 'full', '--pm', 'pnpm']);
  const pipeline = parse(readFileSync(join(project, '.gitlab-ci.yml'), 'utf8'), { strict: true }) as Readonly<
    Record<string, { script: readonly string[] }>
  >;
  for (const [job, line] of [
    ['check', 'pnpm exec service check'],
    ['contract', 'pnpm exec service contract diff --against FETCH_HEAD --format sarif > contract.sarif'],
    ['build', 'pnpm exec service build'],
  ] as const)
    assert.ok(pipeline[job]?.script.includes(line), job);
  const compose = parse(readFileSync(join(project, 'compose.yaml'), 'utf8'), { strict: true }) as Compose;
  assert.equal(Object.keys(compose.services), ['server', 'redis']);
  assert.equal(compose.services['server']?.depends_on, { redis: { condition: 'service_healthy' } });
  assert.match(readFileSync(join(project, '.env.example'), 'utf8'), /# REDIS_URL=.*\n[^]*# MCP_SESSION_SECRET=/);
  assert.match(
    parseDockerfile(readFileSync(join(project, 'Dockerfile'), 'utf8'))[0]
      ?.instructions.map(({ text }) => text)
      .join('\n') ?? '',
    /corepack enable\npackage\.json pnpm-lock\.yaml/,
  );
  const built = await runCli(['build', '--no-check'], { cwd: project });
  assert.is(built.code, 0, built.stderr);
  assert.match(built.stderr, /start-not-proved[^]*MCP_SESSION_SECRET/);
});

test('[new.platforms] what the serverless platforms read is there, builds with it, and the workflow deploys it', async ({ root }) => {
  const project = await scaffold(root, 'functions', ['--target', 'serverless_a,serverless_b', '--cicd', 'github']);
  const built = await runCli(['build', '--no-check'], { cwd: project });
  assert.is(built.code, 0, built.stderr);
  const written = readFileSync(join(project, 'vercel.json'), 'utf8');
  rmSync(join(project, 'vercel.json'));
  assert.is((await runCli(['build', '--no-check', '--force', '--target', 'serverless_a'], { cwd: project })).code, 0);
  assert.is(readFileSync(join(project, 'vercel.json'), 'utf8'), written, 'a build writes the same');

  const stack = parse(readFileSync(join(project, 'ci/template.yaml'), 'utf8'), { strict: true }) as Stack;
  const { CodeUri, Environment, FunctionUrlConfig, Handler, Runtime } = stack.Resources.Server.Properties;
  const [file = '', exported = ''] = Handler.split('.');
  assert.match(readFileSync(join(project, 'ci', CodeUri, `${file}.cjs`), 'utf8'), new RegExp(`\\b${exported}\\b`));
  assert.equal([exported, FunctionUrlConfig, Runtime], ['stream', { AuthType: 'NONE', InvokeMode: 'RESPONSE_STREAM' }, 'nodejs24.x']);
  for (const value of Object.values(Environment.Variables))
    if (typeof value === 'object') assert.is(stack.Parameters[value.Ref]?.NoEcho, true);

  const deploy = parse(readFileSync(join(project, '.github/workflows/deploy.yml'), 'utf8'), { strict: true }) as Workflow;
  assert.equal(Object.keys(deploy.jobs), ['serverless_a', 'serverless_b']);
  for (const { steps } of Object.values(deploy.jobs)) assert.not.ok(steps.some(({ run = '' }) => run.includes('${{')));
  assert.match(readFileSync(join(project, '.gitignore'), 'utf8'), /^\.vercel\/$/m);
  assert.match(readFileSync(join(project, 'README.md'), 'utf8'), /## Deploy[^]*vercel deploy --prebuilt[^]*sam deploy --guided/);
});

test('[new.platforms] functions with Redis are told where it is, and build where it is not', async ({ root }) => {
  const project = await scaffold(root, 'stateful', ['--target', 'serverless_b', '--redis', '--cicd', 'github']);
  const built = await runCli(['build', '--no-check'], { cwd: project });
  assert.is(built.code, 0, built.stderr);
  assert.match(built.stderr, /start-not-proved/);
  const stack = parse(readFileSync(join(project, 'ci/template.yaml'), 'utf8'), { strict: true }) as Stack;
  assert.equal(stack.Resources.Server.Properties.Environment.Variables['REDIS_URL'], { Ref: 'RedisUrl' });
  assert.is(stack.Parameters['RedisUrl']?.NoEcho, true);
  assert.match(readFileSync(join(project, '.github/workflows/deploy.yml'), 'utf8'), 'RedisUrl=$REDIS_URL');
  assert.match(readFileSync(join(project, 'README.md'), 'utf8'), /## Deploy[^]*`REDIS_URL`/);
});

test('[new.refuses] parts that do not go together', async ({ root }) => {
  for (const [flags, text] of [
    [['--target', 'worker', '--docker'], '--docker runs the bundle of node'],
    [['--target', 'node,worker', '--redis'], '--redis speaks TCP'],
    [['--target', 'nod'], "names no target of this version: 'nod'"],
    [['--target', 'lib'], "'lib' (node, worker, serverless_a, serverless_b, distributed, cli, browser, sdk, mcpb)"],
    [['--skills', 'full'], 'it installs no skills for assistants'],
  ] as const) {
    const { code, stderr } = await runCli(['new', 'refused', ...flags, ...quick], { cwd: root });
    assert.is(code, 2);
    assert.match(stderr, text);
  }
  assert.not.ok(existsSync(join(root, 'refused')));
});

test.run();
