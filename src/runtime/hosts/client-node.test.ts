import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { oneFile } from '../../../test/support/one-file.ts';
import { serveSmall } from '../../../test/support/serve-small.ts';
import { connect, ConnectionFailure, InvalidClientOption, NotMcpAnswer, RequestFailure, TimeLimitReached } from '../client/index.ts';
import { stdio, unixSocket } from './client-node.ts';

const small = new URL('../../../test/support/small-process.ts', import.meta.url).pathname;

async function failureOf(work: Promise<unknown>): Promise<Error> {
  try {
    await work;
  } catch (failure) {
    if (failure instanceof Error) return failure;
  }
  throw new Error('it succeeded');
}

for (const [era, revision] of [
  ['stateless', '2026-07-28'],
  ['session', '2025-11-25'],
  ['any', '2026-07-28'],
] as const)
  test(`[client.transports] [client.questions] [client.eras] a process over stdio, era ${era}`, async () => {
    const written: string[] = [];
    const heard: string[] = [];
    const client = await connect(
      stdio(process.execPath, [oneFile(small), '--stdio'], { onStderr: (text) => void written.push(text), endMs: 200 }),
      { era, onElicit: () => ({ action: 'accept', content: { name: 'Ada' } }), onNotification: (method) => void heard.push(method) },
    );
    assert.equal([client.server.name, client.server.revision], ['small', revision]);
    assert.match(JSON.stringify(await client.callTool('add', { a: 1, b: 2 })), 'sum');
    assert.match(JSON.stringify(await client.callTool('ask')), 'hello Ada');
    assert.match(JSON.stringify(await client.callTool('count')), 'counted');
    assert.ok(heard.includes('notifications/message'), heard.join());
    const failure = await failureOf(client.request('no/such'));
    assert.ok(failure instanceof RequestFailure);
    const waiting = failureOf(client.callTool('wait'));
    await client.close();
    const ended = await waiting;
    assert.ok(ended instanceof ConnectionFailure);
    assert.is(ended.message, 'The client was closed');
  });

test('[client.bad-input] [client.secrets] a command that is none, a process that ends, one that says something else, one that says nothing', async () => {
  const node = (program: string): Promise<unknown> => connect(stdio(process.execPath, ['-e', program], { onStderr: () => undefined }));
  assert.throws(
    () => stdio(''),
    (failure: unknown) => failure instanceof InvalidClientOption,
  );
  const missing = await failureOf(connect(stdio('no-such-program', ['--key=hidden'])));
  assert.ok(missing instanceof ConnectionFailure);
  assert.is(missing.message, 'no-such-program cannot be started: ENOENT');
  const ended = await failureOf(node('process.exit(3)'));
  assert.ok(ended instanceof ConnectionFailure);
  assert.is(ended.message, 'The server ended with exit code 3');
  const other = await failureOf(node('console.log("<h1>hidden</h1>"); process.stdin.resume()'));
  assert.ok(other instanceof NotMcpAnswer, `${other.name} ${other.message}`);
  assert.is(other.message, 'The server sent an invalid MCP message');
  const silent = stdio(process.execPath, ['-e', 'process.stdin.resume()']);
  const late = await failureOf(connect(silent, { timeoutMs: 200 }));
  assert.ok(late instanceof TimeLimitReached);
});

test('[client.transports] [client.bad-input] a server on a Unix socket, in both eras, and a socket that is none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-client-'));
  const path = join(folder, 'small.sock');
  const served = await serveSmall({ SERVICE_SOCKET_PATH: path, SERVICE_HTTP_ENTRY_PATH: '/mcp' });
  try {
    for (const era of ['stateless', 'session'] as const) {
      const client = await connect('http://localhost/mcp', { era, fetch: unixSocket(path) });
      assert.match(JSON.stringify(await client.callTool('add', { a: 1, b: 2 })), 'sum');
      await client.close();
    }
    const failure = await failureOf(connect('http://localhost/mcp', { fetch: unixSocket(join(folder, 'none.sock')) }));
    assert.ok(failure instanceof ConnectionFailure);
    assert.match(failure.message, 'http://localhost/mcp cannot be reached: ');
    assert.throws(
      () => unixSocket(''),
      (refused: unknown) => refused instanceof InvalidClientOption,
    );
  } finally {
    await served.run.stop(0);
    rmSync(folder, { recursive: true });
  }
});

test('[client.transports] [client.bad-input] a redirect of a server on a Unix socket is not followed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-client-'));
  const path = join(folder, 'elsewhere.sock');
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    request.resume().on('end', () => response.writeHead(307, { location: '/mcp' }).end());
  });
  server.listen(path);
  await once(server, 'listening');
  const failure = await failureOf(connect('http://localhost/mcp', { fetch: unixSocket(path) }));
  assert.ok(failure instanceof ConnectionFailure);
  assert.is(failure.message, 'http://localhost/mcp cannot be reached: unexpected redirect');
  assert.is(asked, 1);
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

test('[client.browser] the client is a module for browsers: no module of Node, nothing of a server', () => {
  const { metafile, outputFiles } = buildSync({
    entryPoints: [new URL('../client/index.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    minify: true,
    conditions: ['service-source'],
  });
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
  );
  const foreign = used
    .map(([file]) => file)
    .filter((file) => !/\/runtime\/(?:client|model|errors|std|mcp\/(?:json-rpc|rpc-codes|envelope-keys)\.ts)/.test(`/${file}`));
  assert.equal(foreign, []);
  assert.not.match(outputFiles[0]?.text ?? '', 'node:');
  assert.ok((outputFiles[0]?.text.length ?? 0) < 40_000, String(outputFiles[0]?.text.length));
});

test.run();
