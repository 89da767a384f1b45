import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startBuilder } from '../../../scripts/testing/builder.ts';
import { loadTarget, targetNames } from '../../../src/targets/index.ts';
import { copyFixture, requestOf } from '../compile.ts';
import { askBuilder, attachTarget } from './client.ts';
import { socketVariable } from './protocol.ts';

test('builds for targets with a file of their platform are kept, and the file is made again of what was kept', async () => {
  const own = process.env[socketVariable] === undefined ? await startBuilder(resolve(import.meta.dirname, '../../..')) : undefined;
  const { remove, root } = copyFixture('calculator');
  const texts: Record<string, string | undefined> = {};
  try {
    for (const target of await Promise.all(targetNames.map(loadTarget))) {
      if (target?.platformFile === undefined) continue;
      const kept = await askBuilder(requestOf(root, 'calculator'), target);
      assert.ok(kept, `${target.name}: the test process would build it again`);
      texts[target.name] = attachTarget(kept, target).output?.platformFile?.contents(join('dist', target.name, 'index.js'));
    }
  } finally {
    remove();
    own?.stop();
  }
  assert.equal(Object.keys(texts), ['worker', 'serverless_a']);
  assert.match(texts['worker'] ?? '', '\nname = "calculator"\nmain = "dist/worker/index.js"\n');
  assert.match(texts['serverless_a'] ?? '', 'service build --target serverless_a');
});

test.run();
