/* Starting, failing and ending servers; all but the first are a script that starts in a moment. */
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createHttpServer } from 'node:http';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { capturedStderr, rejection } from '../../../../test/support/testing-package.ts';
import { assertions } from '../matchers/index.ts';
import { lockFreePort, lockPort, releaseOwnLocks } from './port-lock.ts';
import { mergeOptions, type UseOptions } from './server-options.ts';
import { ServerHandle } from './server-handle.ts';
import { TestCluster } from './test-cluster.ts';
import { TestServer } from './test-server.ts';
import { ThrowawayRedis } from './throwaway-redis.ts';

const cwd = fileURLToPath(new URL('../../../../fixtures/testing', import.meta.url));
const command = `"${process.execPath}" src/plain.mjs`;
const locks = join(tmpdir(), 'service-test-ports');
/** Another run of this file on this machine searches from another port. */
const ownName = `servers.test ${process.pid}`;
const start = (options: UseOptions = {}): Promise<TestServer> =>
  TestServer.start({ server: command, startupTimeout: 300_000, ...options }, cwd);

/** A zombie is dead: in a container its new parent may never ask for it. */
function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function listen(port: number): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer().listen(port, () => resolve(server));
  });
}

test('[T.11] [T.78] [T.60] a command of the shell: the pid is the one that listens, and everything ends with stop', async () => {
  const server = await start({ server: `${command} | cat` });
  const { baseUrl, pid, port } = server.info;
  assert.is(baseUrl, `http://localhost:${port}`);
  assert.match(readFileSync(`/proc/${pid}/cmdline`, 'utf8'), /plain\.mjs/);
  assert.ok(existsSync(join(locks, `${port}.lock`)));
  await server.stop();
  assert.is(isAlive(pid), false);
  assert.is(existsSync(join(locks, `${port}.lock`)), false);
});

test('[T.11] a missing entry is named', async () => {
  const { message } = await rejection(start({ server: './src/nothing.ts' }));
  assert.match(message, /^Failed to start test server\.\nEntry file not found: .*\/src\/nothing\.ts/);
});

test('[testing.use-options] TestServer.start refuses what test.use refuses', async () => {
  const { message } = await rejection(start({ port: 80_000 }));
  assert.is(message, 'TestServer.start(): port must be a whole number from 0 to 65535, not 80000.');
});

test('[T.23] one of server and baseUrl is needed', async () => {
  const { message } = await rejection(TestServer.start({}));
  assert.is(message, 'test.use() requires either server (entry file path) or baseUrl (for external server) option');
});

test('[T.19] a server that ends, hangs or listens elsewhere: the reason, and what it printed', async () => {
  const ended = await rejection(start({ env: { MISBEHAVE: 'exit' } }));
  assert.is(ended.message, 'Failed to start test server.\nThe process ended with exit code 3\n\nServer output:\n[ERROR] cannot start');
  for (const MISBEHAVE of ['silent', 'elsewhere']) {
    const { message } = await rejection(start({ env: { MISBEHAVE }, startupTimeout: 300 }));
    assert.is(message, 'Failed to start test server.\nServer did not become ready within 300ms');
  }
});

test('[T.20] logLevel reaches the server; debug prints the command and what the server prints', async () => {
  const printed = await capturedStderr(async () => {
    const server = await start({ logLevel: 'debug', env: { MISBEHAVE: 'flood' } });
    await server.waitForLog('line 11999');
    await server.stop();
  });
  assert.is(printed[0], `[SERVER] $ /bin/sh -c ${command}\n`);
  assert.ok(printed.includes('[SERVER] level debug\n') && printed.includes('[SERVER] line 11999\n'));
});

test('[T.64] a server that floods its output is kept in bounds, newest lines last', async () => {
  const server = await start({ env: { MISBEHAVE: 'flood' } });
  try {
    // The pipe and the port of the server are read apart: it may answer before its last lines have come.
    await server.waitForLog('line 11999');
    assert.ok(server.getLogs().length <= 11_000);
    server.clearLogs();
    assert.equal(server.getLogs(), []);
  } finally {
    await server.stop();
  }
});

test('[T.12] [T.64] [T.82] baseUrl alone: no process, no logs, restart waits; with server, clients go to baseUrl', async () => {
  const own = await start({ env: { GREETING: 'hello' } });
  const { baseUrl, port } = own.info;
  try {
    const outside = await TestServer.start({ baseUrl: `${baseUrl}/` });
    assert.equal([outside.info, outside.getLogs()], [{ baseUrl, port, pid: 0 }, []]);
    await outside.restart();
    const client = await new ServerHandle(outside, { publicMode: true }).createClient();
    assert.is((await client.tools.call('echo')).text(), 'hello');
    await client.disconnect();
    const raw = new ServerHandle(outside, {}).createRawClient({ 'x-test': '1' });
    const answer = await raw.post({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'echo' } });
    assert.equal([answer.status, answer.json?.['id'], answer.headers['content-type']], [200, 7, 'application/json']);
    assert.ok(answer.text.includes('hello'));
    assert.equal([(await raw.get('/nothing')).status, (await raw.delete()).status], [404, 404]);
    await raw.disconnect();
    const both = await start({ baseUrl });
    assert.is(both.info.baseUrl, baseUrl);
    assert.is.not(both.info.port, port);
    await both.stop();
  } finally {
    await own.stop();
  }
  const gone = await TestServer.start({ baseUrl, startupTimeout: 100 });
  assert.is((await rejection(gone.restart())).message, 'Failed to start test server.\nServer did not become ready within 100ms');
});

test('[T.61] [testing.ended-server] answers that are no JSON-RPC, and servers that die during a call, are results', async () => {
  for (const [MISBEHAVE, message] of [
    ['garbage', /^The server answered with something other than JSON-RPC: <html>$/],
    ['die', /^Request failed: /],
  ] as const) {
    const options = { env: { MISBEHAVE }, publicMode: true };
    const handle = new ServerHandle(await start(options), options);
    const client = await handle.createClient({ clientInfo: { name: 'x', version: '1' } });
    assert.match((await client.tools.call('echo')).error?.message ?? '', message);
    const refused = await rejection(handle.createClient({ entryPath: '/other' }));
    assert.match(refused.message, /^Failed to initialize MCP connection to http:\/\/localhost:\d+\/other: /);
    const ending = 'The process ended with exit code 1; server.restart() starts it again';
    assert.is(refused.message.includes(ending), MISBEHAVE === 'die', refused.message);
    await handle.stop();
  }
});

test('a server of the official SDK: lists, questions, and notifications by themselves', async () => {
  const NODE_PATH = fileURLToPath(new URL('../../../../tools/judges/node_modules', import.meta.url));
  const options = { server: `"${process.execPath}" src/official.mjs`, env: { NODE_PATH } };
  const handle = new ServerHandle(await start(options), options);
  try {
    const client = await handle.createClient();
    const collector = client.notifications.collect();
    client.onElicitation(() => ({ action: 'accept', content: { name: 'Ann' } }));
    assertions.toContainTool(await client.tools.list(), 'add');
    assert.is((await client.tools.call('ask')).text(), 'accept Ann');
    await collector.waitFor('notifications/tools/list_changed');
    assert.is(client.serverInfo.name, 'official');
  } finally {
    await handle.stop();
  }
});

test('[T.13] ports are locked: not twice, not while a program listens, again after a dead process', async () => {
  const first = await lockFreePort(ownName);
  const second = await lockFreePort(ownName);
  assert.ok(first.port >= 51_000 && second.port > first.port);
  assert.match((await rejection(lockPort(first.port))).message, /^Port \d+ is in use/);
  first.release();
  const listener = await listen(first.port);
  assert.match((await rejection(lockPort(first.port))).message, /is in use/);
  await new Promise((resolve) => listener.close(resolve));
  const dead = spawn(process.execPath, ['--version']);
  await new Promise((resolve) => dead.on('exit', resolve));
  const file = join(locks, `${first.port}.lock`);
  writeFileSync(file, String(dead.pid));
  const again = await lockPort(first.port);
  assert.is(readFileSync(file, 'utf8'), String(process.pid));
  again.release();
  // What is no pid belongs to a process that is still writing it.
  writeFileSync(file, '');
  assert.match((await rejection(lockPort(first.port))).message, /is in use/);
  rmSync(file);
  second.release();
  assert.is(existsSync(file), false);
});

test('[T.13] a process that ends at once leaves no lock behind and removes no lock of another process', async () => {
  const own = await lockFreePort(ownName);
  const foreign = join(locks, 'of-another.lock');
  writeFileSync(foreign, String(process.ppid));
  try {
    releaseOwnLocks();
    assert.equal([own.file, foreign].map(existsSync), [false, true]);
  } finally {
    rmSync(foreign);
  }
});

test('[T.78] a port that another program takes between lock and listen is left to it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-taken-'));
  const TAKEN = join(folder, 'pid');
  const server = await start({ env: { MISBEHAVE: 'taken', TAKEN, GREETING: 'mine' } });
  const other = Number(readFileSync(TAKEN, 'utf8'));
  try {
    assert.is(isAlive(other), true);
    assert.is.not(server.info.pid, other);
    const client = await new ServerHandle(server, { publicMode: true }).createClient();
    assert.is((await client.tools.call('echo')).text(), 'mine');
    await client.disconnect();
  } finally {
    process.kill(other);
    await server.stop();
    rmSync(folder, { recursive: true });
  }
});

test('[T.78] restart waits for a port that a connection of another program holds for a moment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-taken-'));
  const TAKEN = join(folder, 'starts');
  const server = await start({ env: { MISBEHAVE: 'taken-later', TAKEN } });
  const { port } = server.info;
  try {
    await server.restart();
    assert.is(server.info.port, port);
    assert.is(readFileSync(TAKEN, 'utf8').length, 3);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
});

test('[T.61] an unsigned certificate is named in the error', async () => {
  const pem = readFileSync(join(cwd, 'src/self-signed.pem'));
  const secure = createSecureServer({ key: pem, cert: pem }, (_, response) => response.end());
  await new Promise<void>((resolve) => secure.listen(0, resolve));
  const { port } = secure.address() as AddressInfo;
  try {
    const options = { baseUrl: `https://localhost:${port}`, publicMode: true };
    const { message } = await rejection(new ServerHandle(await TestServer.start(options), options).createClient());
    assert.is(message, `Failed to initialize MCP connection to https://localhost:${port}/: self-signed certificate`);
  } finally {
    secure.closeAllConnections();
    secure.close();
  }
});

test('[T.44] a server that wants a token says so once, however many tests ask it', async () => {
  const closed = createHttpServer((_, response) => response.writeHead(401).end());
  await new Promise<void>((resolve) => closed.listen(0, resolve));
  const { port } = closed.address() as AddressInfo;
  const handle = new ServerHandle(await TestServer.start({ baseUrl: `http://localhost:${port}` }), {});
  try {
    const said = await capturedStderr(async () => {
      await handle.createFixtureClient();
      await handle.createFixtureClient();
    });
    assert.is(said.length, 1, said.join(''));
    assert.match(said[0] ?? '', 'MCP client could not connect anonymously');
  } finally {
    await handle.disconnectClients();
    closed.close();
  }
});

test('[T.13] processes that race for ports get different ones, past locks of the dead', async () => {
  const project = ownName;
  const first = await lockFreePort(project);
  first.release();
  const dead = spawn(process.execPath, ['--version']);
  await new Promise((resolve) => dead.on('exit', resolve));
  for (let port = first.port; port < first.port + 10; port += 1)
    if (!existsSync(join(locks, `${port}.lock`))) writeFileSync(join(locks, `${port}.lock`), String(dead.pid));
  const script = [
    "import { createServer } from 'node:net';",
    `import { lockFreePort } from ${JSON.stringify(new URL('./port-lock.ts', import.meta.url).href)};`,
    'for (let round = 0; round < 50; round += 1) {',
    `  const lock = await lockFreePort(${JSON.stringify(project)});`,
    '  const server = createServer();',
    "  await new Promise((resolve, reject) => server.on('error', reject).listen(lock.port, resolve));",
    '  await new Promise((resolve) => server.close(resolve));',
    '  lock.release();',
    '}',
  ].join('\n');
  const args = ['--import', 'tsx', '--conditions=service-source', '--input-type=module', '-e', script];
  const racers = Array.from({ length: 4 }, () => spawn(process.execPath, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] }));
  const codes = await Promise.all(racers.map((racer) => new Promise((resolve) => racer.on('exit', resolve))));
  assert.equal(codes, [0, 0, 0, 0]);
  for (const racer of racers) assert.not.ok(readdirSync(locks).some((name) => owns(racer.pid, join(locks, name))));
  for (let port = first.port; port < first.port + 10; port += 1)
    if (owns(dead.pid, join(locks, `${port}.lock`))) rmSync(join(locks, `${port}.lock`));
});

function owns(pid: number | undefined, file: string): boolean {
  try {
    return readFileSync(file, 'utf8') === String(pid);
  } catch {
    return false;
  }
}

test('[T.14] two projects search from different ports', async () => {
  const [one, other] = await Promise.all([lockFreePort('one'), lockFreePort('another project')]);
  assert.ok(Math.abs(one.port - other.port) >= 100);
  one.release();
  other.release();
});

test('[T.13] a port that is named is used as it is', async () => {
  const free = await lockFreePort(ownName);
  free.release();
  const server = await start({ port: free.port });
  assert.is(server.info.port, free.port);
  await server.stop();
});

test('[T.80] a cluster: nodes on ports of their own, one of them stopped and started again', async () => {
  const cluster = new TestCluster(
    { server: command, startupTimeout: 300_000, project: ownName, publicMode: true, env: { GREETING: 'hi' } },
    cwd,
  );
  try {
    const [first, second] = await cluster.start(2);
    assert.is.not(first?.info.port, second?.info.port);
    const client = await cluster.getNode(1).createClient();
    assert.is((await client.tools.call('echo')).text(), 'hi');
    await cluster.stopNode(1);
    assert.throws(() => cluster.getNode(1), /^Node 1 does not run\. Running: 0\.$/);
    assert.match((await rejection(cluster.startNode(0))).message, /^Node 0 runs already/);
    assert.ok((await cluster.startNode(1)).info.pid > 0);
  } finally {
    await cluster.teardown();
  }
  assert.is(cluster.nodes.size, 0);
  const broken = new TestCluster({ server: command, env: { MISBEHAVE: 'exit' } }, cwd);
  assert.match((await rejection(broken.start(1))).message, /The process ended with exit code 3/);
  assert.is(broken.nodes.size, 0);
});

test('[T.82] a throwaway Redis', async () => {
  const redis = await ThrowawayRedis.start();
  assert.is(redis.url, `redis://127.0.0.1:${redis.port}`);
  await redis.stop();
  (await lockPort(redis.port)).release();
  assert.match((await rejection(ThrowawayRedis.start('no-such-redis'))).message, /^Failed to start no-such-redis\. Is Redis installed\?\n/);
});

test('[T.22] options of calls: the last value wins, entries of env are added', () => {
  const merged = mergeOptions([{ server: 'a', env: { A: '1', B: '1' } }, { env: { B: '2' }, port: 0 }, { server: 'b' }]);
  assert.equal(merged, { server: 'b', port: 0, env: { A: '1', B: '2' } });
});

test('a run that is killed leaves no server and no lock', async () => {
  const script = [
    `import { TestServer } from ${JSON.stringify(new URL('./test-server.ts', import.meta.url).href)};`,
    `const server = await TestServer.start({ server: ${JSON.stringify(command)} });`,
    'process.stdout.write(JSON.stringify(server.info));',
  ].join('\n');
  const args = ['--import', 'tsx', '--conditions=service-source', '--input-type=module', '-e', script];
  const run = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const { pid, port } = await new Promise<{ pid: number; port: number }>((resolve) =>
    run.stdout.on('data', (text: Buffer) => resolve(JSON.parse(text.toString()) as { pid: number; port: number })),
  );
  assert.ok(isAlive(pid));
  run.kill('SIGKILL');
  const deadline = Date.now() + 60_000;
  while ((isAlive(pid) || existsSync(join(locks, `${port}.lock`))) && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal([isAlive(pid), existsSync(join(locks, `${port}.lock`))], [false, false]);
});

test.run();
