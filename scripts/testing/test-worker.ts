/*
 * A process of a test run: runs the test files that its standard input names, one a line, one after another, so that what they import is
 * loaded once. It ends when the input does; when the runner is gone, with everything that the tests have started.
 */
import { relative } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { logTails, watchFailures } from '../../test/support/boot/server-logs.ts';
import { forgetTimers, watchWhatIsOpen, whatIsOpen } from './what-is-open.ts';
import { lastFile, printEnd } from './worker-output.ts';

declare global {
  /** Keeps uvu from running tests by itself; read when uvu is loaded. */
  var UVU_DEFER: number | undefined;
  /** What `test.run()` has asked for. */
  var UVU_QUEUE: (string | null | (() => Promise<unknown>))[][];
}

/** Milliseconds that what the tests have closed may take to end. */
const lingerMs = Number(process.env['TEST_LINGER_MS'] ?? 20_000);

globalThis.UVU_DEFER = 1;
watchWhatIsOpen();
const { exec } = await import('uvu');
watchFailures();

let finished = false;
const lines = createInterface({ input: process.stdin });
lines.on('close', () => {
  // Closed without the last line: the runner was killed, and nobody else ends our group.
  if (!finished) process.kill(-process.pid, 'SIGKILL');
});
for await (const line of lines) {
  finished = line === lastFile;
  if (finished) break;
  // A file whose last promise never settles ends the process, as it would alone, instead of waiting for the time limit.
  process.stdin.unref();
  await runFile(line);
  process.stdin.ref();
}

async function runFile(file: string): Promise<void> {
  // So that `ps` tells which file keeps a core busy.
  process.title = `test ${relative(process.cwd(), file)}`;
  const started = performance.now();
  const before = process.cpuUsage();
  globalThis.UVU_QUEUE.splice(0, Infinity, [null]);
  process.exitCode = undefined;
  try {
    await import(pathToFileURL(file).href);
    await exec();
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  }
  forgetTimers();
  const { system, user } = process.cpuUsage(before);
  printEnd({
    code: Number(process.exitCode ?? 0),
    milliseconds: performance.now() - started,
    cpuMilliseconds: (system + user) / 1000,
    logs: logTails(),
  });
}

process.exitCode = 0;
process.stdin.destroy();
// Not kept waiting for by itself: it runs only where a file has left something open.
setTimeout(() => {
  const kinds = new Set(process.getActiveResourcesInfo());
  process.stderr.write(['still open after the last test: ' + [...kinds].join(', '), ...whatIsOpen(), ''].join('\n'));
  process.exit(1);
}, lingerMs).unref();
