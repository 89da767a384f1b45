import { existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { spawnServer } from '../../../test/support/child.ts';
import { serveSmall } from '../../../test/support/serve-small.ts';
import { modernRequest } from '../../../test/support/wire-client.ts';

const module = new URL('../../../test/support/small-process.ts', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'service-socket-'));

function ask(socketPath: string, path = '/'): Promise<number> {
  const { headers, body } = modernRequest('tools/list');
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path, method: 'POST', headers: { ...headers, host: 'whatever.example' } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject).end(body);
  });
}

test('[D2.socket] the same HTTP on a file of mode 0660, the host name irrelevant, the path not, no port opened, removed at the end', async () => {
  const path = join(folder, 'one.sock');
  const served = await serveSmall({ SERVICE_SOCKET_PATH: path, SERVICE_HTTP_ENTRY_PATH: '/mcp' });
  assert.is(served.port, 0);
  assert.is(statSync(path).mode & 0o777, 0o660);
  assert.is(await ask(path, '/mcp'), 200);
  assert.is(await ask(path, '/'), 404);
  await served.run.stop(0);
  assert.not.ok(existsSync(path));
});

test('[D2.socket.stale] a file of a dead server is taken away; one that lives, or is no socket, is not', async () => {
  const path = join(folder, 'stale.sock');
  const child = spawnServer(module, [], { SERVICE_SOCKET_PATH: path });
  await child.stderrHas('is listening at');
  assert.is(await ask(path), 200);
  const refused = await serveSmall({ SERVICE_SOCKET_PATH: path }).then(
    () => 'listening',
    (failure: Error) => failure.message,
  );
  assert.match(refused, 'is in use by another server');
  assert.is(await ask(path), 200, 'the living one was left alone');
  child.process.kill('SIGKILL');
  await child.exited;
  assert.ok(existsSync(path));
  const next = await serveSmall({ SERVICE_SOCKET_PATH: path });
  assert.is(await ask(path), 200);
  await next.run.stop(0);
  const file = join(folder, 'file');
  writeFileSync(file, 'precious');
  const kept = await serveSmall({ SERVICE_SOCKET_PATH: file }).then(
    () => 'listening',
    (failure: Error) => failure.message,
  );
  assert.match(kept, 'is no socket');
  assert.ok(existsSync(file));
});

test('[D2.socket.exit] the file goes with the process, on a signal too', async () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    const path = join(folder, `${signal}.sock`);
    const child = spawnServer(module, [], { SERVICE_SOCKET_PATH: path });
    await child.stderrHas('is listening at');
    child.process.kill(signal);
    assert.is((await child.exited).code, 0);
    assert.not.ok(existsSync(path), signal);
  }
});

test('[D2.socket.length] a path that the system would cut off is an error that says so', async () => {
  const path = join(folder, 'x'.repeat(120));
  const refused = await serveSmall({ SERVICE_SOCKET_PATH: path }).then(
    () => 'listening',
    (failure: Error) => failure.message,
  );
  assert.match(refused, /is \d+ bytes long, the system takes at most 10[37]: choose a shorter path/);
});

test.run();
