import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  bootstrap,
  createFetchHandler,
  createHandler,
  runStdio,
  runUnixSocket,
  ServiceInstance,
  createDirect,
  StorageConnectionError,
} from '@service/sdk';
import { sendFrom } from '../../test/chaos/flood-server.ts';
import { oneFile } from '../../test/support/one-file.ts';
import { SmallServer } from '../../test/support/small-server.ts';
import { initializeBody, modernRequest, openStream, parseWire, send, sendRaw } from '../../test/support/wire-client.ts';

const add = modernRequest('tools/call', { name: 'add', arguments: { a: 2, b: 3 } });

/** Runs test/support/own-start.ts and gives what it wrote; `input` is closed after the first answer. */
function runOwnStart(way: string, input = ''): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const program = join(import.meta.dirname, '../../test/support/own-start.mts');
  const child = spawn(process.execPath, [oneFile(program), way, '--not-ours'], {
    env: { PATH: process.env['PATH'], SERVICE_LOGS_MAX: '0' },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    if (stderr.includes('is listening at')) child.kill('SIGTERM');
  });
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
}

test('[S1.17.bootstrap] bootstrap builds a class or options, listens, and closes on close()', async () => {
  const server = await bootstrap({ info: { name: 'b', version: '1.0.0' }, tools: [], resources: [], http: { port: 0, entryPath: '/mcp' } });
  try {
    const answer = await fetch(server.url, { method: 'POST', ...modernRequest('server/discover') });
    assert.is(answer.status, 200);
    assert.match(server.url, /\/mcp$/);
  } catch (failure) {
    await server.close();
    throw failure;
  }
  assert.is(await server.close(), true);
  await fetch(server.url).then(
    () => assert.unreachable(),
    () => undefined,
  );
});

test('[S1.17.unix-socket] runUnixSocket serves HTTP on a socket file until it is closed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-socket-'));
  const socketPath = join(folder, 'own.sock');
  const server = await runUnixSocket({ socketPath, info: { name: 'u', version: '1.0.0' }, tools: [] });
  try {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request({ socketPath, path: '/healthz' }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end();
    });
    assert.is(status, 200);
    assert.is(await server.close(), true);
    assert.not.ok(existsSync(socketPath));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("[S1.17.create-handler] createHandler serves inside another program's node:http server", async () => {
  const handler = await createHandler(SmallServer);
  const host = createServer((request, response) => void handler(request, response));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  try {
    assert.equal(parseWire((await send({ port, ...add })).text).result.structuredContent, { sum: 5 });
    const meta = { progressToken: 'p' };
    const stream = await openStream({ port, ...modernRequest('tools/call', { name: 'count', arguments: {} }, { meta }) });
    assert.is((await stream.next())?.['method'], 'notifications/progress');
    stream.close();
    assert.is((await send({ port, method: 'GET', path: '/healthz', headers: { host: 'evil.example' } })).status, 403);
  } finally {
    host.close();
    host.closeAllConnections();
  }
});

test('[S1.17.create-handler] what keeps the server from starting rejects the making of the handler', async () => {
  const free = createServer();
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
  const { port } = free.address() as AddressInfo;
  await new Promise((resolve) => free.close(resolve));
  const failure = (): Promise<unknown> =>
    createHandler({ info: { name: 'away', version: '1.0.0' }, tools: [], redis: { host: '127.0.0.1', port } }).catch(
      (thrown: unknown) => thrown,
    );
  assert.is(Reflect.get(Object(await failure()), 'code'), 'SESSION_SECRET_REQUIRED');
  process.env['MCP_SESSION_SECRET'] = 'a secret of this test that is long enough';
  try {
    const error = await failure();
    assert.instance(error, StorageConnectionError);
    assert.match(String(Reflect.get(Object(error), 'message')), /^Failed to connect to Redis:/);
  } finally {
    delete process.env['MCP_SESSION_SECRET'];
  }
});

test('[I4.handler.repeated] createHandler refuses a repeated Host or Content-Type, of which that server shows the first alone', async () => {
  const handler = await createHandler(SmallServer);
  const host = createServer((asked, response) => void handler(asked, response));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  try {
    const ask = (path: string, lines: string) =>
      sendRaw(port, `POST ${path} HTTP/1.1\r\nconnection: close\r\ncontent-length: 2\r\n${lines}\r\n{}`);
    const json = 'content-type: application/json\r\n';
    assert.match(await ask('/', `host: localhost\r\nhost: evil.example\r\n${json}`), /^HTTP\/1\.1 403 .*Invalid Host header/s);
    assert.match(await ask('/', `host: localhost\r\n${json}content-type: text/plain\r\n`), /^HTTP\/1\.1 415 /);
    assert.match(await ask('/', `host: localhost\r\n${json}`), /^HTTP\/1\.1 400 .*jsonrpc/s);
  } finally {
    host.close();
    host.closeAllConnections();
  }
});

test('[I15.totals.unread] createHandler bounds what one address leaves unread, and serves others', async () => {
  const large = 'x'.repeat(1024 * 1024);
  const routes = [{ method: 'GET', path: '/large', handler: () => new Response(large) }] as const;
  const handler = await createHandler({ info: { name: 'large', version: '1.0.0' }, tools: [], http: { routes } });
  const host = createServer((asked, response) => void handler(asked, response));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  const unread: Socket[] = [];
  try {
    const [attacker, honest] = [sendFrom('127.0.0.2', port), sendFrom('127.0.0.3', port)];
    let refused = await attacker({ method: 'GET', path: '/healthz' });
    for (let at = 0; at < 200 && refused.status === 200; at++) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' }).pause();
      unread.push(socket.on('error', () => undefined));
      socket.write('GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(20));
      await once(socket, 'connect');
      refused = await attacker({ method: 'GET', path: '/healthz' });
    }
    assert.equal([refused.status, refused.headers['retry-after']], [503, '5']);
    assert.is((await honest({ method: 'GET', path: '/large' })).text.length, large.length);
    for (const socket of unread) socket.destroy();
    let again = refused;
    for (let at = 0; at < 200 && again.status !== 200; at++) again = await attacker({ method: 'GET', path: '/healthz' });
    assert.is(again.status, 200);
  } finally {
    host.close();
    host.closeAllConnections();
  }
});

test('[S1.17.create-fetch-handler] createFetchHandler answers Requests, built by the first one with its env', async () => {
  const handler = createFetchHandler(SmallServer);
  const answer = await handler(new Request('https://any.example/mcp', { method: 'POST', ...add }), { SERVICE_HTTP_ENTRY_PATH: '/mcp' });
  assert.equal(parseWire(await answer.text()).result.structuredContent, { sum: 5 });
  assert.is((await handler(new Request('https://any.example/'))).status, 404);
});

test('[S1.17.run-stdio] runStdio serves one client; other output goes to stderr, and foreign arguments are not read', async () => {
  const call = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'ping', arguments: {} } });
  const { code, stdout, stderr } = await runOwnStart('stdio', `${initializeBody()}\n${call}\n`);
  assert.is(code, 0, stderr);
  const lines = stdout.trim().split('\n');
  assert.is(lines.length, 2);
  assert.match(lines[1] ?? '', 'pong');
  assert.match(stderr, 'a stray line');
});

test('[S1.17.serve-false] serve: false starts nothing; bootstrap then starts what the program wants', async () => {
  const nothing = await runOwnStart('nothing');
  assert.equal(nothing, { code: 0, stdout: 'nothing was started\n', stderr: '' });
  const http = await runOwnStart('http');
  assert.is(http.code, 0, http.stderr);
  assert.match(http.stderr, 'own 1.0.0 is listening at http://127.0.0.1:');
});

test('[S1.17.statics] the start functions are statics of ServiceInstance', () => {
  const { bootstrap: a, createHandler: b, createFetchHandler: c, createDirect: d, runStdio: e, runUnixSocket: f } = ServiceInstance;
  assert.equal([a, b, c, d, e, f], [bootstrap, createHandler, createFetchHandler, createDirect, runStdio, runUnixSocket]);
});

test('importing the SDK loads no host', async () => {
  const entry = join(import.meta.dirname, 'index.ts');
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    splitting: true,
    outdir: 'unused',
    format: 'esm',
    platform: 'node',
    absWorkingDir: import.meta.dirname,
  });
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { kind, path } of metafile.inputs[file]?.imports ?? []) if (kind === 'import-statement') load(path);
  };
  load('index.ts');
  assert.equal([...loaded].filter((file) => file.startsWith('hosts/')).toSorted(), [
    'hosts/in-process/session-options.ts',
    'hosts/start-ownership.ts',
  ]);
});

test.run();
