import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { modernRequest } from '../../../test/support/wire-client.ts';
import { editFile, freePort, makeProject } from '../../../test/support/cli/project-fixture.ts';
import { DevRun } from '../../../test/support/cli/dev-run.ts';
import { codeCacheFlags } from '../../../scripts/testing/code-cache.ts';
import { cliBinary, startCli } from '../../../test/support/cli/run-cli.ts';

const test = suite<{ root: string; project: string }>('dev');
test.before.each((context) => {
  Object.assign(context, makeProject());
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

/** One client of `service dev --stdio`: what was answered, by id. */
class StdioClient {
  readonly child: ReturnType<typeof execa>;
  readonly answers = new Map<number, Record<string, unknown>>();
  readonly #waiting = new Map<number, (answer: Record<string, unknown>) => void>();
  #id = 0;

  constructor(cwd: string) {
    this.child = execa(process.execPath, [...codeCacheFlags(), cliBinary, 'dev', '--stdio', '--no-check'], { cwd, reject: false });
    createInterface({ input: this.child.stdout ?? process.stdin }).on('line', (line) => {
      const message = JSON.parse(line) as Record<string, unknown>;
      const id = Number(message['id']);
      if (message['method'] !== undefined) return;
      this.answers.set(id, message);
      this.#waiting.get(id)?.(message);
    });
  }

  get sent(): number {
    return this.#id;
  }

  ask(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = ++this.#id;
    this.tell({ id, method, params });
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  tell(message: object): void {
    this.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  async open(): Promise<void> {
    const clientInfo = { name: 't', version: '1' };
    const opened = await this.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    assert.ok(opened['result'], JSON.stringify(opened));
    this.tell({ method: 'notifications/initialized' });
  }

  async add(): Promise<unknown> {
    const { error, result } = await this.ask('tools/call', { name: 'add', arguments: { a: 2, b: 3 } });
    return error ?? Reflect.get(Object(result), 'structuredContent');
  }
}

async function add(url: string): Promise<unknown> {
  // The end of a connection to the server before this one has been read then.
  await new Promise((resolve) => setImmediate(resolve));
  const answered = await fetch(url, { method: 'POST', ...modernRequest('tools/call', { name: 'add', arguments: { a: 2, b: 3 } }) });
  return Reflect.get(Object(Reflect.get(Object(await answered.json()), 'result')), 'structuredContent');
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const free = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  probe.close();
  return free;
}

const tool = (project: string): string => join(project, 'src/tools/add.tool.ts');

test('[I2.dev.missing-import] [I2.dev.reload] [I2.dev.broken-save] [I7.dev.contract] [I2.dev.crash] dev tells of each save, serves each that works on the same port, and Ctrl-C ends it with 130', async ({
  project,
}) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  editFile(tool(project), (text) => `import { three } from './three';\n${text.replace('input.a + input.b', 'three')}`);
  const dev = new DevRun(['--port', String(port), '--no-check'], { cwd: project, env: { DIE: '1' } });
  await dev.says(/Could not resolve "\.\/three"[^]*Nothing is served; save a file to build again\./);
  writeFileSync(join(project, 'src/tools/three.ts'), 'export const three = 3;\n');
  assert.is((await dev.says(/serving (\S+)/))[1], url);
  assert.equal(await add(url), { sum: 3 });
  editFile(tool(project), (text) => text.replace('return { sum: three', 'return { sum: three + input.a * input.b'));
  await dev.says(/serving/);
  assert.equal(await add(url), { sum: 9 });
  // A save that does not parse.
  editFile(tool(project), (text) => `${text}\nexport const broken = {`);
  await dev.says(/error syntax-error[^]*The server of the last good build goes on; save a file to build again\./);
  assert.equal(await add(url), { sum: 9 });
  editFile(tool(project), (text) => text.replace('\nexport const broken = {', '').replace('three + input.a * input.b', '7'));
  await dev.says(/serving/);
  assert.equal(await add(url), { sum: 7 });
  // A server that ends by itself.
  editFile(
    join(project, 'src/late.ts'),
    () => "if (process.env['DIE'] === '1' && process.env['PORT'] !== undefined) setTimeout(() => process.exit(7), 1);\n",
  );
  editFile(join(project, 'src/main.ts'), (text) => `import './late';\n${text}`);
  await dev.says(/The server ended with code 7; save a file to start it again/);
  editFile(join(project, 'src/late.ts'), () => 'export {};\n');
  await dev.says(/serving/);
  assert.equal(await add(url), { sum: 7 });
  // What clients may send.
  editFile(tool(project), (text) => text.replace('inputSchema: {', "inputSchema: { c: z.number().describe('Third'),"));
  const [line] = await dev.says(/^tool `add`: .*`c`.*, breaking$/m);
  assert.match(line, /required/);
  assert.is(await dev.end('SIGINT'), 130);
  assert.ok(await isFree(port));
});

test('[cli.dev.parent] dev ends with the npm that runs it, killed without a word, although a shell stands between them', async ({
  project,
}) => {
  const port = await freePort();
  const line = [process.execPath, cliBinary, 'dev', '--no-check', '--port', String(port)].map((word) => `'${word}'`).join(' ');
  const run = `require('node:child_process').spawnSync('sh', ['-c', ${JSON.stringify(`${line}; :`)}], { stdio: 'inherit' })`;
  const npm = spawn(process.execPath, ['-e', run], {
    cwd: project,
    env: { ...process.env, npm_lifecycle_event: 'dev' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const said of createInterface({ input: npm.stderr })) if (said.includes('serving')) break;
  npm.kill('SIGKILL');
  // Closed by the last of those that hold it.
  await once(npm.stderr.resume(), 'close');
  assert.ok(await isFree(port));
});

test('[I2.dev.settings] a changed config, its path and .env count from the next moment on', async ({ project }) => {
  const [first, second] = [await freePort(), await freePort()];
  const config = join(project, 'service.config.ts');
  editFile(config, (text) => text.replace('3000', String(first)));
  editFile(tool(project), (text) => text.replace('input.a + input.b', "Number(process.env['ANSWER'] ?? 1)"));
  const dev = new DevRun(['--no-check'], { cwd: project });
  assert.is((await dev.says(/serving (\S+)/))[1], `http://127.0.0.1:${first}/mcp`);
  editFile(config, (text) => text.replace(String(first), String(second)).replace('/mcp', '/other'));
  const url = `http://127.0.0.1:${second}/other`;
  assert.is((await dev.says(/serving (\S+)/))[1], url);
  assert.equal(await add(url), { sum: 1 });
  writeFileSync(join(project, '.env'), 'ANSWER=42\n');
  await dev.says(/serving/);
  assert.equal(await add(url), { sum: 42 });
  editFile(config, (text) => text.replace('entry:', 'entri:'));
  await dev.says(/config-unknown-key/);
  assert.equal(await add(url), { sum: 42 });
  assert.is(await dev.end('SIGTERM'), 143);
  assert.ok(await isFree(second));
});

test('[I2.dev.decorator] port and path that the decorator sets are the ones served and shown; --port against them is refused', async ({
  project,
}) => {
  const port = await freePort();
  editFile(join(project, 'src/main.ts'), (text) =>
    text.replace('@Service({', `@Service({ http: { port: ${port}, entryPath: '/in-code' },`),
  );
  const refused = await startCli(['dev', '--port', '1'], { cwd: project });
  assert.is(refused.exitCode, 2, refused.stderr);
  assert.match(refused.stderr, new RegExp(`@Service sets http\\.port to ${port}, and code wins over --port 1`));
  const dev = new DevRun(['--no-check'], { cwd: project });
  const url = `http://127.0.0.1:${port}/in-code`;
  assert.is((await dev.says(/serving (\S+)/))[1], url);
  assert.equal(await add(url), { sum: 5 });
  await dev.end('SIGINT');
});

test('[I2.dev.types] type errors are shown beside the running server', async ({ project }) => {
  const port = await freePort();
  const dev = new DevRun(['--port', String(port)], { cwd: project });
  await dev.says(/serving/);
  editFile(join(project, 'src/main.ts'), (text) => `${text}\nexport const port: number = 'text';\n`);
  const [, url = ''] = await dev.says(/serving (\S+)/);
  await dev.says(/src\/main\.ts:\d+:\d+ error type-error: Type 'string' is not assignable to type 'number'/);
  assert.equal(await add(url), { sum: 5 });
  await dev.end('SIGINT');
});

test('[I2.dev.no-orphan] a closed terminal and even a kill leave no server behind', async ({ project }) => {
  for (const [signal, code] of [
    ['SIGHUP', 129],
    ['SIGKILL', undefined],
  ] as const) {
    const port = await freePort();
    const dev = new DevRun(['--port', String(port), '--no-check'], { cwd: project });
    await dev.says(/serving/);
    assert.is(await dev.end(signal), code);
    while (!(await isFree(port))) await new Promise((resolve) => setImmediate(resolve));
  }
});

test('[I2.bad-input.port] dev names the owner of a taken port, exit 6', async ({ project }) => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { exitCode, stderr } = await startCli(['dev', '--port', String(port)], { cwd: project });
  holder.close();
  assert.is(exitCode, 6);
  assert.ok(stderr.includes(`Port ${port} (--port) is taken`) && stderr.includes(`(pid ${process.pid})`), stderr);
});

test('[I7.dev.stdio] one client stays connected over stdio while saves replace the server, and ends it by leaving', async ({ project }) => {
  const client = new StdioClient(project);
  await client.open();
  assert.equal(await client.add(), { sum: 5 });
  editFile(tool(project), (text) => text.replace('input.a + input.b', 'input.a * input.b'));
  let sum: unknown;
  do sum = await client.add();
  while (JSON.stringify(sum) !== '{"sum":6}');
  client.child.stdin?.end();
  assert.is((await client.child).exitCode, 0);
});

test('[I7.dev.saves] 100 saves in a row under a polling client lose no call silently', async ({ project }) => {
  const client = new StdioClient(project);
  await client.open();
  let saving = true;
  const polling = (async () => {
    while (saving) await client.add();
  })();
  for (let save = 1; save <= 100; save++) {
    editFile(tool(project), (text) => text.replace(/input\.a \+ input\.b(?: \+ \d+)?/, `input.a + input.b + ${save}`));
    await client.add();
  }
  saving = false;
  await polling;
  let sum: unknown;
  do sum = await client.add();
  while (JSON.stringify(sum) !== '{"sum":105}');
  assert.is(client.answers.size, client.sent);
  for (const { error, id } of client.answers.values())
    if (error !== undefined) assert.match(JSON.stringify(error), /The server was replaced while this call ran/, String(id));
  client.child.stdin?.end();
  await client.child;
});

test('[I7.dev.saves] 100 saves in a row under a client polling over HTTP: every call is answered whole or refused, and the last save is served', async ({
  project,
}) => {
  const url = `http://127.0.0.1:${await freePort()}/mcp`;
  const dev = new DevRun(['--port', new URL(url).port, '--no-check'], { cwd: project });
  await dev.says(/serving/);
  const seen = { answered: 0, refused: 0 };
  const poll = async (): Promise<void> => {
    try {
      assert.match(JSON.stringify(await add(url)), /^\{"sum":\d+\}$/);
      seen.answered++;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // fetch's own: nobody listens at this moment, and the client knows
      seen.refused++;
    }
  };
  for (let save = 1; save <= 100; save++) {
    editFile(tool(project), (text) => text.replace(/input\.a \+ input\.b(?: \+ \d+)?/, `input.a + input.b + ${save}`));
    await poll();
  }
  let sum: unknown;
  do sum = await add(url).catch(() => undefined);
  while (JSON.stringify(sum) !== '{"sum":105}');
  assert.is(seen.answered + seen.refused, 100);
  await dev.end('SIGINT');
});

test('[I7.dev.port-auto] --port auto takes the next free port; without it the owner of the port is named', async ({ project }) => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const taken = Reflect.get(Object(holder.address()), 'port') as number;
  editFile(join(project, 'service.config.ts'), (text) => text.replace('3000', String(taken)));
  const refused = new DevRun(['--no-check'], { cwd: project });
  await refused.says(/error port-in-use: Port \d+ .* is taken by .*\n.*--port auto/);
  assert.is((await refused.child).exitCode, 6);
  const dev = new DevRun(['--port', 'auto', '--no-check'], { cwd: project });
  const [, url = ''] = await dev.says(/serving (\S+)/);
  assert.ok(Number(new URL(url).port) > taken);
  assert.equal(await add(url), { sum: 5 });
  editFile(tool(project), (text) => text.replace('input.a + input.b', '8'));
  assert.is((await dev.says(/serving (\S+)/))[1], url);
  await dev.end('SIGINT');
  holder.close();
});

test.run();
