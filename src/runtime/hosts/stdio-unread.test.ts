/* Takes as long as a client may leave its answers unread. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { oneFile } from '../../../test/support/one-file.ts';
import { modernRequest } from '../../../test/support/wire-client.ts';

const module = new URL('../../../test/support/small-process.ts', import.meta.url).pathname;
const count = 3_000;

/** A client that has written many requests and closed stdin, before it reads anything. */
function start() {
  const child = spawn(process.execPath, [oneFile(module), '--stdio'], {
    env: { ...process.env, SERVICE_LOGS_MAX: '0' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdout.pause();
  for (let id = 0; id < count; id += 1) child.stdin.write(`${modernRequest('tools/list', {}, { id }).body}\n`);
  child.stdin.end();
  return child;
}

test('[D2.stdio.unread] a client that closed stdin and reads nothing is left', async () => {
  const child = start();
  assert.equal(await once(child, 'exit'), [0, null]);
});

test('[D2.stdio.unread] a client that closed stdin and reads late gets every answer', async () => {
  const child = start();
  await once(child.stdin, 'finish');
  let lines = 0;
  for await (const chunk of child.stdout) lines += String(chunk).split('\n').length - 1;
  assert.is(lines, count);
});

test.run();
