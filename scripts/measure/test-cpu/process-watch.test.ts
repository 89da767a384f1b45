import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ProcessWatch } from './process-watch.ts';

const busy = 'while (process.cpuUsage().user < 300_000);';

test('CPU seconds of a process and of what it starts belong to the test file that ran meanwhile', async () => {
  const inner = JSON.stringify(`${busy} process.stdin.resume();`);
  const outer = `process.title = 'test a/b.test.ts'; require('node:child_process').spawn(process.execPath, ['-e', ${inner}], { stdio: 'inherit' }); ${busy}`;
  const child = spawn(process.execPath, ['-e', outer], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const watch = new ProcessWatch(child.pid ?? 0);
  const whole = (): boolean =>
    watch.processes.length === 2 && watch.processes.every(({ byFile }) => (byFile.get('a/b.test.ts') ?? 0) >= 0.25);
  try {
    while (!whole() && child.exitCode === null) {
      watch.look();
      await sleep(20);
    }
  } finally {
    child.stdin.end();
    await ended;
  }
  assert.ok(whole(), JSON.stringify(watch.processes.map(({ byFile, ...one }) => [one, [...byFile]])));
});

test.run();
