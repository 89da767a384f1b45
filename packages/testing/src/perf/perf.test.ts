import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { capturedStderr, rejection } from '../../../../test/support/testing-package.ts';
import { compareWithBaseline, measure, Perf, usageOf } from './perf.ts';

const folder = mkdtempSync(join(tmpdir(), 'service-perf-'));
const file = join(folder, 'deep/baseline.json');
const environment = { CI: process.env['CI'] };
test.before(() => {
  delete process.env['CI'];
});
test.after(() => {
  if (environment.CI !== undefined) process.env['CI'] = environment.CI;
  rmSync(folder, { recursive: true });
});

/** By both clocks: threads that collect garbage use the processor too, and a busy machine lets time go by without it. */
const busy = (milliseconds: number): void => {
  const [{ user }, began] = [process.cpuUsage(), performance.now()];
  while (process.cpuUsage().user - user < milliseconds * 1000 || performance.now() - began < milliseconds);
};

test('[T.79] what work takes is measured, and each limit is held', async () => {
  const kept: string[][] = [];
  const work = async (): Promise<void> => {
    busy(5);
    kept.push(Array.from({ length: 200_000 }, (_, index) => `entry ${index}`));
    await Promise.resolve();
  };
  const { cpuTimeMs, durationMs, heapDelta } = await measure(work, 0);
  assert.ok(cpuTimeMs >= 5 && durationMs >= 5 && heapDelta > 400_000, JSON.stringify({ cpuTimeMs, durationMs, heapDelta }));
  const limits = { maxDurationMs: 1, maxHeapDelta: 1000, maxCpuTime: 1, maxRssDelta: -1e12 };
  const { message } = await rejection(new Perf('fills a list', limits).run(work, 0));
  assert.match(
    message,
    /^Expected "fills a list" to stay within its limits\nmaxDurationMs is 1, and it took \d+\nmaxHeapDelta is 1000, and it took \d+\nmaxCpuTime is 1, and it took \d+\nmaxRssDelta is -1000000000000, and it took -?\d+$/,
  );
  await new Perf('idle', { maxDurationMs: 60_000, maxCpuTime: 60_000, maxRssDelta: 1e12 }).run(() => Promise.resolve(), 0);
  assert.ok(kept.length > 0);
});

test('[T.79] memory that grows from run to run is a leak', async () => {
  const perf = new Perf('leaks', {});
  const kept: number[][] = [];
  // 32 MB: the heap also shrinks meanwhile, by what earlier tests of this process left.
  const leak = (): unknown => kept.push(Array.from({ length: 100_000 }, Math.random));
  const { message } = await rejection(perf.checkLeak(leak, { iterations: 40, warmupIterations: 2, threshold: 100_000 }));
  assert.match(message, /^Expected the heap to grow by 100000 bytes at most in 40 runs\nReceived: \d{7,} bytes, \d{5,} in each$/);
  assert.is(kept.length, 42);
  const found = await perf.checkLeak(() => Array.from({ length: 1000 }, Math.random), { iterations: 40, warmupIterations: 5 });
  assert.ok(found.grownBytes < 1_048_576);
  await perf.checkLeak(() => undefined, { iterations: 1, forceGc: false, of: 'server', threshold: 1e9 });
  assert.match(perf.report(), /^\[PERF\] leaks\n {2}leak: -?\d+ bytes in 40 runs\n {2}leak: /);
});

test('[T.79] a baseline is written once; 10 % more is a warning, 25 % more an error, and noise is neither', async () => {
  const sample = { durationMs: 1000, heapDelta: -5, cpuTimeMs: 10, rssDelta: 0 };
  assert.equal(compareWithBaseline(file, 'a test', sample), []);
  assert.equal(compareWithBaseline(file, 'another', sample), []);
  const compare = (changes: object): unknown => compareWithBaseline(file, 'a test', { ...sample, ...changes });
  assert.equal(compare({ durationMs: 1100, cpuTimeMs: 29, heapDelta: 1e9, rssDelta: 1e9 }), []);
  assert.equal(compare({ durationMs: 1101 }), [
    { severity: 'warning', message: 'durationMs is 1101, 10 % more than the baseline of 1000' },
  ]);
  assert.equal(compare({ durationMs: 1260, cpuTimeMs: 40 }), [
    { severity: 'error', message: 'durationMs is 1260, 26 % more than the baseline of 1000' },
    { severity: 'error', message: 'cpuTimeMs is 40, 300 % more than the baseline of 10' },
  ]);
  process.env['SERVICE_UPDATE_BASELINE'] = '1';
  try {
    assert.equal(compare({ durationMs: 2000 }), []);
  } finally {
    delete process.env['SERVICE_UPDATE_BASELINE'];
  }
  assert.equal(compare({ durationMs: 2000 }), []);
  process.env['CI'] = '1';
  const before = readFileSync(file, 'utf8');
  assert.equal(compareWithBaseline(file, 'unknown', sample), []);
  assert.is(readFileSync(file, 'utf8'), before);
  delete process.env['CI'];
  writeFileSync(file, '[]');
  assert.throws(() => compare({}), /baseline\.json is no baseline of this version\. Delete it to write it again\.$/);
});

test('[T.79] a regression is printed, and fails the test when it is large', async () => {
  const own = join(folder, 'own.json');
  const slow = { durationMs: 0.001, heapDelta: 0, cpuTimeMs: 0, rssDelta: 0 };
  writeFileSync(own, JSON.stringify({ perfBaselineVersion: 1, tests: { spins: slow } }));
  const printed = await capturedStderr(async () => {
    const { message } = await rejection(new Perf('spins', { baseline: own }).run(async () => busy(10), 0));
    assert.match(message, /^Expected "spins" to stay within its limits\ndurationMs is \d+, \d+ % more than the baseline of 0$/);
  });
  assert.match(printed.join(''), /^\[PERF\] spins\n {2}whole test: .*\n {2}durationMs is \d+, /);
});

test('[T.79] processor time and memory are those of the server where there is one', () => {
  const parent = usageOf(process.ppid);
  assert.ok(parent.rss > 0 && parent.rss !== process.memoryUsage.rss());
  assert.ok(usageOf(2 ** 30).rss > 0, 'a process that has ended');
});

test.run();
