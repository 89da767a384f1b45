import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { spawnServer } from '../../../test/support/child.ts';
import { oneFile } from '../../../test/support/one-file.ts';
import { modernRequest } from '../../../test/support/wire-client.ts';

const support = new URL('../../../test/support/', import.meta.url).pathname;
const home = mkdtempSync(join(tmpdir(), 'service-home-'));

test('[I3.stdio.strays] a tool that prints in every way, also by its children, never breaks a message', async () => {
  const child = spawnServer(join(support, 'noisy-process.ts'), ['--stdio'], { SERVICE_HOME: home });
  for (const id of [1, 2]) {
    child.writeLine(modernRequest('tools/call', { name: 'shout' }, { id }).body);
    const answer = await child.nextMessage();
    assert.is(answer.id, id, child.stdout());
  }
  child.process.stdin?.end();
  assert.is((await child.exited).code, 0);
  assert.is(child.stdout().trim().split('\n').length, 2, child.stdout());
  for (const way of ['load console.log', 'stdout.end', 'write', 'createWriteStream', 'spawnSync', 'execFileSync', 'worker'])
    assert.match(child.stderr(), `{"stray":"${way}"}`);
});

test('[D2.stdio.parent] the death of the parent ends the process although another process holds the pipes', async () => {
  const script = `
    const { spawn } = require('node:child_process');
    spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' });
  `;
  const args = ['-e', script, '--', oneFile(join(support, 'small-process.ts')), '--stdio'];
  // A named pipe that this process holds open for writing: its end never comes.
  const pipe = join(home, 'stdin');
  execFileSync('mkfifo', [pipe]);
  const stdin = openSync(pipe, 'r+');
  const parent = spawn(process.execPath, args, { env: { ...process.env, SERVICE_HOME: home }, stdio: [stdin, 'pipe', 'pipe'] });
  writeSync(stdin, `${modernRequest('server/discover').body}\n`);
  await new Promise((resolve) => parent.stdout?.once('data', resolve));
  parent.stdout?.resume();
  parent.kill('SIGKILL');
  // The server inherited stderr: the last end of it closes with the process.
  await new Promise((resolve) => parent.stderr?.once('close', resolve).resume());
  closeSync(stdin);
});

test('[S1.2.logging.level] logging.level in code wins over SERVICE_LOG_LEVEL, and the start says so once', async () => {
  for (const [level, says] of [
    ['', 0],
    ['debug', 0],
    ['warn', 1],
  ] as const) {
    const child = spawnServer(join(support, 'noisy-process.ts'), ['--stdio'], { SERVICE_HOME: home, SERVICE_LOG_LEVEL: level });
    child.writeLine(modernRequest('tools/call', { name: 'say' }).body);
    await child.nextMessage();
    child.process.stdin?.end();
    await child.exited;
    assert.match(child.stderr(), 'a debug record');
    assert.is(child.stderr().split('SERVICE_LOG_LEVEL has no effect: logging.level is set in code').length - 1, says, level);
  }
});

test.run();
