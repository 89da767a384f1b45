import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { measureRows } from './measure/rows.ts';

function measure(...args: readonly string[]) {
  const line = ['--import', 'tsx', '--conditions=service-source', join(import.meta.dirname, 'measure.ts'), ...args];
  const { status, stderr, stdout } = spawnSync(process.execPath, line, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('without a name, and for one that it does not know, measure lists what there is and measures nothing', () => {
  for (const args of [[], ['hose'], ['toString']]) {
    const { status, stderr, stdout } = measure(...args);
    assert.is(status, 2);
    assert.is(stdout, '');
    for (const [name, { sentence }] of Object.entries(measureRows)) assert.ok(stderr.includes(`  ${name.padEnd(14)}${sentence}\n`), name);
    assert.is(stderr.startsWith('npm run measure: nothing is called'), args.length > 0);
  }
  assert.is(measure('--help').status, 0);
});

test('a word or value that a measurement does not know ends it with one line', () => {
  const told = 'npm run measure -- test-library: no bar is called prots; known: conformance, packed, ports\n';
  assert.equal(measure('test-library', 'prots'), { status: 2, stdout: '', stderr: told });
  assert.is(measure('size', 'basic').status, 2);
});

test('each measurement is there', async () => {
  for (const { load } of Object.values(measureRows)) assert.type(await load(), 'function');
});

test('a function and a bare handler are started by the real runtime client, and both answer', () => {
  const { status, stdout } = measure('first-answer', '--quick', '--json');
  assert.is(status, 0);
  const { bareMs, maxCpuMs, maxRatio, oursMs } = JSON.parse(stdout) as Readonly<Record<string, number>>;
  assert.equal({ maxRatio, maxCpuMs }, { maxRatio: 1.5, maxCpuMs: 60 });
  assert.ok(Number(bareMs) > 0 && Number(oursMs) > 0);
});

test('a worker and an empty one are started on workerd, and both answer', () => {
  const { status, stdout } = measure('worker-start', '--quick', '--json');
  assert.is(status, 0);
  const { emptyCpuMs, maxCpuMs, oursCpuMs } = JSON.parse(stdout) as Readonly<Record<string, number>>;
  assert.ok(Number(emptyCpuMs) > 0 && Number(oursCpuMs) > 0 && Math.abs(Number(maxCpuMs) - 1.3 * Number(emptyCpuMs) - 15) < 0.1);
});

test('of the rows of the test library those are counted that a test cites', () => {
  const { status, stdout } = measure('test-library', '--json');
  assert.is(status, 0);
  assert.is((JSON.parse(stdout) as { readonly rows: number }).rows, 82);
});

test.run();
