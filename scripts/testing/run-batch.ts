import { pathToFileURL } from 'node:url';
import { printEnd } from './batch-output.ts';

declare global {
  /** Keeps uvu from running tests by itself; read when uvu is loaded. */
  var UVU_DEFER: number | undefined;
  /** What `test.run()` has asked for. */
  var UVU_QUEUE: (string | null | (() => Promise<unknown>))[][];
}

/** Milliseconds that what the tests have closed may take to end. */
const lingerMs = Number(process.env['TEST_LINGER_MS'] ?? 20_000);

globalThis.UVU_DEFER = 1;
const { exec } = await import('uvu');

/** Runs the test files of the command line one after another in this process: the compiler and the SDK are loaded and parsed once. */
for (const file of process.argv.slice(2)) {
  const started = performance.now();
  globalThis.UVU_QUEUE.splice(0, Infinity, [null]);
  process.exitCode = 0;
  try {
    await import(pathToFileURL(file).href);
    await exec();
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  }
  printEnd({ code: Number(process.exitCode), milliseconds: performance.now() - started });
}
process.exitCode = 0;
// Not kept waiting for by itself: it runs only where a file has left something open.
setTimeout(() => {
  const kinds = new Set(process.getActiveResourcesInfo());
  process.stderr.write(`still open after the last test: ${[...kinds].join(', ')}\n`);
  process.exit(1);
}, lingerMs).unref();
