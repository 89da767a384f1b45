import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inEnoughTime } from '../../test/support/enough-time.ts';
import { groupVariable, runProgram, timeLimitCode } from './run-program.ts';

const given = process.env[groupVariable];
test.after.each(() => {
  if (given === undefined) delete process.env[groupVariable];
  else process.env[groupVariable] = given;
});

/** Prints the id of a program that keeps its output open for a minute. */
const parent = "console.log(require('child_process').spawn('sleep', ['60'], { stdio: 'inherit' }).pid); setInterval(() => {}, 1e6);";

/** @returns the id of what has been started by then, since its parent was ended at the limit */
async function run(): Promise<number> {
  const started = await inEnoughTime(
    async (timeoutMs) => {
      const { code, stderr, stdout } = await runProgram(process.execPath, ['-e', parent], { timeoutMs });
      assert.equal([code, stderr], [timeLimitCode, `\nended after ${timeoutMs / 1000} s\n`]);
      return Number(stdout);
    },
    (pid) => pid > 0,
  );
  assert.ok(started > 0, 'nothing was started');
  return started;
}

/** Neither gone nor waiting to be taken note of. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

test('past its limit a program ends with what it has started', async () => {
  delete process.env[groupVariable];
  assert.is(isRunning(await run()), false);
});

test('in the group of a test nobody waits for what it has started, which ends with the group', async () => {
  process.env[groupVariable] = '1';
  const started = await run();
  assert.is(isRunning(started), true, 'the run has waited for its end');
  process.kill(started, 'SIGKILL');
});

test('however many programs run at a time, this process listens for its end once', async () => {
  const listeners = process.listenerCount('exit');
  const runs = Array.from({ length: 12 }, () => runProgram('true', []));
  assert.is(process.listenerCount('exit'), listeners);
  await Promise.all(runs);
});

test.run();
