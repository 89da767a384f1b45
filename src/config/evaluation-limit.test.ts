/* In a file of its own, which is not asked about every guard of the others. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ConfigProblem } from './config-problem.ts';
import { evaluateConfig } from './evaluate-config.ts';

test('a config that never ends is a problem of the config', async () => {
  const root = mkdtempSync(join(tmpdir(), 'service-evaluate-'));
  const file = join(root, 'service.config.mjs');
  writeFileSync(file, 'await new Promise((resolve) => setTimeout(resolve, 600_000));\nexport default {};');
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let problem: unknown;
    const ended = evaluateConfig(file, 'look').catch((error: unknown) => (problem = error));
    // Ten seconds are over at every turn: the limit ends it as soon as it has begun.
    for (let isOver = false; !isOver; mock.timers.tick(10_000)) isOver = await Promise.race([ended.then(() => true), turn(false)]);
    assert.instance(problem, ConfigProblem);
    assert.match(String(problem instanceof ConfigProblem && problem.diagnostics[0]?.message), 'did not finish loading within 10 s');
  } finally {
    mock.timers.reset();
    rmSync(root, { recursive: true });
  }
});

test.run();
