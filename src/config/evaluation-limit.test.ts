/* Takes as long as a config may: in a file of its own, which is not asked about every guard of the others. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ConfigProblem } from './config-problem.ts';
import { evaluateConfig } from './evaluate-config.ts';

test('a config that never ends is a problem of the config', async () => {
  const root = mkdtempSync(join(tmpdir(), 'service-evaluate-'));
  const file = join(root, 'service.config.mjs');
  writeFileSync(file, 'await new Promise((resolve) => setTimeout(resolve, 60_000));\nexport default {};');
  try {
    const problem: unknown = await evaluateConfig(file, 'look').catch((error: unknown) => error);
    assert.instance(problem, ConfigProblem);
    assert.match(String(problem instanceof ConfigProblem && problem.diagnostics[0]?.message), 'did not finish loading within 10 s');
  } finally {
    rmSync(root, { recursive: true });
  }
});

test.run();
