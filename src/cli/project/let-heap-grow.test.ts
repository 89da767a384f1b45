import { execFileSync } from 'node:child_process';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { letHeapGrow } from './let-heap-grow.ts';

const self = fileURLToPath(import.meta.url);

/** How often young objects are collected while a process makes a million that stay; a process of its own, because a space never shrinks. */
const collections = (how: 'as-it-is' | 'grown'): number =>
  Number(execFileSync(process.execPath, [...process.execArgv, self, how], { encoding: 'utf8' }));

async function countCollections(): Promise<number> {
  let count = 0;
  const observer = new PerformanceObserver((list) => {
    count += list.getEntries().filter((entry) => isMinor('detail' in entry && entry.detail)).length;
  });
  observer.observe({ entryTypes: ['gc'] });
  const kept = Array.from({ length: 1_000_000 }, (_, index) => ({ index, list: [index] }));
  // The entries arrive in a later turn.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  observer.disconnect();
  return kept.length > 0 ? count : 0;
}

const isMinor = (detail: unknown): boolean =>
  typeof detail === 'object' && detail !== null && 'kind' in detail && detail.kind === constants.NODE_PERFORMANCE_GC_MINOR;

const [, , how] = process.argv;
if (how === 'as-it-is' || how === 'grown') {
  if (how === 'grown') letHeapGrow();
  console.log(await countCollections());
} else {
  test('objects that stay are collected seldom', () => {
    const before = collections('as-it-is');
    const after = collections('grown');
    assert.ok(after > 0 && after < before, `${after} collections, ${before} without`);
  });
  test.run();
}
