/* What no official client speaks, on a real build: HTTP on a socket file, and every revision over stdio. */
import { existsSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { bootHttp, bootStdio } from '../support/boot/node.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { initializeBody, legacyBody, legacyHeaders, modernRequest, parseWire, send, smallestRequest } from '../support/wire-client.ts';

const project = copyFixture('calculator');
const compiled = requestOf(project.root, 'calculator');
const built = { folder: join(project.root, 'dist', 'node'), name: 'calculator' };
const sum = { name: 'add', arguments: { a: 2, b: 3 } };

interface SocketAnswer {
  readonly status: number;
  readonly session: string | undefined;
  readonly text: string;
}

/** One POST of our own: the fetch of the official clients knows no socket files. */
function post(socketPath: string, path: string, sent: { headers: Record<string, string>; body: string }): Promise<SocketAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, path, method: 'POST', headers: { ...sent.headers, host: 'whatever.example' } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      const session = response.headers['mcp-session-id'];
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, session: session === undefined ? undefined : String(session), text }),
      );
    });
    asked.on('error', reject).end(sent.body);
  });
}

test.before(async () => {
  const { result } = await bundleOf(compiled);
  await writeOutput(compiled, result, built.folder);
});

test.after(project.remove);

test('[D2.socket] [D2.socket.exit] a built bundle serves both eras on a socket file, and takes the file along', async () => {
  const socketPath = join(project.root, 'calculator.sock');
  const server = await bootHttp({ ...built, env: { SERVICE_SOCKET_PATH: socketPath } });
  try {
    assert.is(server.url, `unix:${socketPath}`);
    assert.is(statSync(socketPath).mode & 0o777, 0o660);
    const modern = await post(socketPath, '/mcp', modernRequest('tools/call', sum));
    assert.equal([modern.status, parseWire(modern.text).result.structuredContent], [200, { sum: 5 }]);
    const opened = await post(socketPath, '/mcp', { headers: legacyHeaders, body: initializeBody() });
    assert.is(opened.status, 200);
    const headers = { ...legacyHeaders, 'mcp-session-id': opened.session ?? '' };
    const legacy = await post(socketPath, '/mcp', { headers, body: legacyBody('tools/call', sum, 2) });
    assert.is(legacy.status, 200);
    assert.match(legacy.text, '"sum":5');
    assert.is((await post(socketPath, '/', modernRequest('tools/list'))).status, 404);
  } finally {
    assert.is(await server.stop(), 0);
  }
  assert.not.ok(existsSync(socketPath));
});

test('[D2.client.2026.smallest] a built bundle serves the smallest request, and names the header that is missing', async () => {
  const server = await bootHttp(built);
  try {
    const { pathname: path, port } = new URL(server.url);
    const { body, headers } = smallestRequest('tools/call', sum);
    const served = await send({ port: Number(port), path, headers, body });
    assert.is(served.status, 200, served.text);
    const { result } = parseWire(served.text);
    assert.equal([result.resultType, result.structuredContent, result.content[0].type], ['complete', { sum: 5 }, 'text']);
    const { 'mcp-protocol-version': _version, ...others } = headers;
    const refused = await send({ port: Number(port), path, headers: others, body });
    assert.is(refused.status, 400);
    assert.match(refused.text, '"message":"Header mismatch: the mcp-protocol-version header is required"');
  } finally {
    await server.stop();
  }
});

for (const protocolVersion of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
  test(`[D2.stdio.framing] a built bundle speaks ${protocolVersion} over stdio`, async () => {
    const server = bootStdio(built);
    const opened = await server.request('initialize', {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: 'test', version: '1.0.0' },
    });
    assert.is(Reflect.get(Object(opened['result']), 'protocolVersion'), protocolVersion);
    server.notify('notifications/initialized');
    assert.match(JSON.stringify(await server.request('tools/list')), '"name":"add"');
    const answer = JSON.stringify(await server.request('tools/call', sum));
    // Structured results came with 2025-06-18.
    assert.is(answer.includes('structuredContent'), protocolVersion >= '2025-06-18', answer);
    assert.match(answer, '5');
    assert.is(await server.close(), 0);
  });
}

test('[D2.stdio.framing] a built bundle speaks 2026-07-28 over stdio, without a handshake', async () => {
  const server = bootStdio(built);
  const envelope = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
  const answer = await server.request('tools/call', { ...sum, _meta: envelope });
  assert.equal(Reflect.get(Object(answer['result']), 'structuredContent'), { sum: 5 });
  assert.is(Reflect.get(Object(answer['result']), 'resultType'), 'complete');
  assert.is(await server.close(), 0);
});

test.run();
