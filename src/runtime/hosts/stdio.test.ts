import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { spawnServer, type Child } from '../../../test/support/child.ts';
import { initializeBody, legacyBody, modernRequest } from '../../../test/support/wire-client.ts';

const module = new URL('../../../test/support/small-process.ts', import.meta.url).pathname;

function start(env: Record<string, string> = {}): { child: Child; home: string } {
  const home = mkdtempSync(join(tmpdir(), 'service-home-'));
  return { child: spawnServer(module, ['--stdio'], { SERVICE_HOME: home, ...env }), home };
}

test('[D2.stdio.framing] one message a line, both eras interleaved, exit on the end of stdin', async () => {
  const { child } = start();
  child.writeLine(modernRequest('server/discover', {}, { id: 'd' }).body);
  assert.is((await child.nextMessage()).id, 'd');
  child.writeLine(legacyBody('tools/list', {}, 0));
  assert.match(JSON.stringify(await child.nextMessage()), '-32600');
  child.writeLine(initializeBody());
  assert.is((await child.nextMessage()).id, 'init');
  child.writeLine(legacyBody('notifications/initialized'));
  child.writeLine(legacyBody('ping', {}, 1));
  assert.equal(await child.nextMessage(), { jsonrpc: '2.0', id: 1, result: {} });
  child.writeLine(modernRequest('tools/call', { name: 'add', arguments: { a: 1, b: 1 } }, { id: 2 }).body);
  assert.match(JSON.stringify(await child.nextMessage()), '"resultType":"complete"');
  child.process.stdin?.end();
  assert.is((await child.exited).code, 0);
});

test('[D2.stdio.stdout-only] stdout carries JSON-RPC only: strays go to stderr and the log file', async () => {
  const { child, home } = start();
  child.writeLine(modernRequest('tools/call', { name: 'shout' }).body);
  assert.match(JSON.stringify(await child.nextMessage()), 'shouted');
  child.process.stdin?.end();
  await child.exited;
  assert.is(child.stdout().trim().split('\n').length, 1);
  const [file = ''] = readdirSync(join(home, 'logs'));
  const log = readFileSync(join(home, 'logs', file), 'utf8');
  for (const stray of ['stray log', '"id":99', 'stray write without newline']) {
    assert.match(child.stderr(), stray);
    assert.match(log, stray);
  }
});

test('[D2.stdio.long-line] [D2.stdio.utf8] lines that are no message are answered without an id and the next is served', async () => {
  const { child } = start();
  child.writeLine(`{"x":"${'a'.repeat(5 * 1024 * 1024)}"}`);
  assert.match(JSON.stringify(await child.nextMessage()), '-32700');
  child.writeLine(Buffer.from([0x22, 0xff, 0x22, 0x0a]));
  child.writeLine('not json');
  child.writeLine('[]');
  for (const code of ['-32700', '-32700', '-32600']) {
    const message = await child.nextMessage();
    assert.match(JSON.stringify(message), code);
    assert.not.ok('id' in message);
  }
  child.writeLine(modernRequest('tools/list').body);
  assert.is((await child.nextMessage()).id, 1);
  child.process.stdin?.end();
  await child.exited;
});

test('[MCP26.stdio.cancel] [MCP.cancel.no-answer] a notification cancels a stateless call, which is not answered', async () => {
  const { child } = start();
  child.writeLine(modernRequest('tools/call', { name: 'wait' }, { id: 'w' }).body);
  child.writeLine(modernRequest('tools/list', {}, { id: 'l' }).body);
  assert.is((await child.nextMessage()).id, 'l');
  child.writeLine(legacyBody('notifications/cancelled', { requestId: 'w' }));
  // The end of stdin waits for calls that run: the process would stay for seconds.
  child.process.stdin?.end();
  await child.exited;
  assert.is(child.stdout().trim().split('\n').length, 1);
});

test('[MCP.cancel.no-answer] a cancelled call of a conversation is not answered', async () => {
  const { child } = start();
  child.writeLine(initializeBody());
  child.writeLine(legacyBody('notifications/initialized'));
  await child.nextMessage();
  child.writeLine(legacyBody('tools/call', { name: 'wait' }, 4));
  child.writeLine(legacyBody('notifications/cancelled', { requestId: 4, reason: 'no need' }));
  child.writeLine(legacyBody('ping', {}, 5));
  assert.is((await child.nextMessage()).id, 5);
  child.process.stdin?.end();
  await child.exited;
  assert.is(child.stdout().trim().split('\n').length, 2);
});

test('[MCP26.stdio.listen] several streams share the pipe, separated by their ids; each is ended by its own', async () => {
  const { child } = start();
  for (const id of [7, '7']) {
    const listen = modernRequest('subscriptions/listen', { notifications: { toolsListChanged: true } }, { id });
    child.writeLine(listen.body);
    const agreed = await child.nextMessage();
    assert.is(agreed.method, 'notifications/subscriptions/acknowledged');
    assert.equal(Reflect.get(Object(agreed.params), '_meta'), { 'io.modelcontextprotocol/subscriptionId': id });
  }
  // A client that ended a subscription itself is not told so; the server tells of the ends that are its own.
  child.writeLine(legacyBody('notifications/cancelled', { requestId: '7' }));
  child.process.stdin?.end();
  assert.is((await child.nextMessage()).id, 7);
  await child.exited;
});

test('[I3.bad.duplicate-id] over stdio too, in both eras, and the first call goes on', async () => {
  const { child } = start();
  child.writeLine(initializeBody());
  await child.nextMessage();
  const calls = [
    ['modern', modernRequest('tools/call', { name: 'wait' }, { id: 'modern' }).body],
    ['older', legacyBody('tools/call', { name: 'wait' }, 'older')],
  ] as const;
  for (const [id, body] of calls) {
    child.writeLine(body);
    // Refused twice: the first call still runs after the first refusal.
    for (let count = 0; count < 2; count += 1) {
      child.writeLine(body);
      const refused = await child.nextMessage();
      assert.equal([refused.id, Reflect.get(Object(refused.error), 'code')], [id, -32600]);
    }
    child.writeLine(legacyBody('notifications/cancelled', { requestId: id }));
  }
  child.process.stdin?.end();
  await child.exited;
});

test('[D2.stdio.answers-before-exit] requests that came before the end of stdin are answered', async () => {
  const { child } = start();
  child.writeLine(modernRequest('tools/call', { name: 'count' }, { id: 'c' }).body);
  child.process.stdin?.end();
  assert.is((await child.exited).code, 0);
  assert.match(child.stdout(), 'counted');
});

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  test(`[D2.stdio.exit] ${signal} ends the process although stdin stays open`, async () => {
    const { child } = start();
    child.writeLine(modernRequest('server/discover').body);
    await child.nextMessage();
    child.process.kill(signal);
    assert.is((await child.exited).code, 0);
  });
}

test('[D2.stdio.exit] a client that stops reading ends the process', async () => {
  const { child } = start();
  child.writeLine(modernRequest('server/discover').body);
  await child.nextMessage();
  child.process.stdout?.destroy();
  child.writeLine(modernRequest('server/discover').body);
  await child.exited;
});

test('[D2.stdio.env] SERVICE_STDIO=1 serves stdio without the flag; SERVICE_LOGS_MAX=0 writes no log', async () => {
  const home = mkdtempSync(join(tmpdir(), 'service-home-'));
  const child = spawnServer(module, [], { SERVICE_HOME: home, SERVICE_STDIO: '1', SERVICE_LOGS_MAX: '0' });
  child.writeLine(modernRequest('tools/call', { name: 'shout' }).body);
  await child.nextMessage();
  child.process.stdin?.end();
  await child.exited;
  assert.equal(readdirSync(home), []);
});

test('[D2.stdio.log-file] the log file says which server was started, also when nothing else is logged', async () => {
  const { child, home } = start();
  child.writeLine(modernRequest('server/discover').body);
  await child.nextMessage();
  child.process.stdin?.end();
  await child.exited;
  const [file = ''] = readdirSync(join(home, 'logs'));
  assert.match(readFileSync(join(home, 'logs', file), 'utf8'), /^[\w-]+ \d+\.\d+\.\d+ is serving stdio\n$/);
  assert.is(child.stderr(), '');
});

test.run();
