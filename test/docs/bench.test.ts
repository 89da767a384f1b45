/* The bench as a whole, too short for its numbers to mean anything: every server answers, and stdout is one document. */
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runProgram } from '../../scripts/testing/run-program.ts';

const root = join(import.meta.dirname, '../..');
const fields = ['name', 'ours', 'unit', 'bare', 'sdk1', 'sdk2', 'ratioToBare', 'ratioToSdk2'];

test('[I5.bench.document] npm run bench -- --quick --json prints one document of metrics, each with all its fields', async () => {
  const args = ['--with', 'tools/judges', '--with', 'tools/worker', '--with', 'bench', 'bench/bench.ts', '--quick', '--json'];
  const run = await runProgram(process.execPath, [join(root, 'scripts/bootstrap.mjs'), ...args], { cwd: root });
  assert.is(run.code, 0, run.stderr);
  const { metrics } = JSON.parse(run.stdout) as { metrics: Record<string, unknown>[] };
  for (const metric of metrics) {
    assert.equal(Object.keys(metric), fields);
    assert.type(metric['ours'], 'number', String(metric['name']));
  }
  const names = metrics.map(({ name }) => String(name)).join('\n');
  for (const part of [
    'tools/call 2026-07-28',
    'in a session',
    'tools/list of 52',
    'on workerd',
    'HTTP: spawn',
    'stdio: spawn',
    'RSS',
    'idle session',
    'all guards on',
    'unguarded tool beside guarded ones',
    'token seen before',
    'token at first sight',
    'code for tokens',
    'gzip',
    'service build',
  ])
    assert.match(names, part);
  for (const name of [
    'tools/call 2026-07-28 stateless: server CPU per request',
    'tools/call 2025-11-25 in a session: server CPU per request',
  ]) {
    const metric = metrics.find((row) => row['name'] === name);
    for (const maker of ['bare', 'sdk1', 'sdk2', 'ratioToBare', 'ratioToSdk2']) assert.type(metric?.[maker], 'number', `${name}: ${maker}`);
  }
});

test.run();
