import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

test('compiled code of a large package is kept for the next process; changed and torn files are compiled anew', () => {
  const root = mkdtempSync(join(tmpdir(), 'service-code-cache-'));
  try {
    const [cache, large] = [join(root, 'cache'), join(root, 'node_modules/large')];
    for (const folder of [cache, large]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(root, 'main.cjs'), "console.log(require('large').answer());");
    const give = (answer: number): void =>
      writeFileSync(
        join(large, 'index.js'),
        `exports.answer = () => [${answer}, typeof require('node:fs').readFileSync, require.main.filename === process.argv[1], __filename].join();\n//${'-'.repeat(400_000)}`,
      );
    const run = (): string =>
      execFileSync(process.execPath, ['--require', join(import.meta.dirname, 'code-cache.cjs'), join(root, 'main.cjs')], {
        env: { TEST_CODE_CACHE: cache },
        encoding: 'utf8',
      }).trim();
    const told = (answer: number): string => `${answer},function,true,${join(large, 'index.js')}`;
    const kept = (): readonly (readonly [string, number])[] =>
      readdirSync(cache).map((name) => [name, statSync(join(cache, name)).mtimeMs]);

    give(1);
    assert.is(run(), told(1));
    const first = kept();
    assert.is(first.length, 1);
    assert.is(run(), told(1));
    assert.equal(kept(), first, 'V8 took what was kept');
    // As long as the first: V8 itself compares lengths alone.
    give(2);
    assert.is(run(), told(2));
    assert.is(kept().length, 2);
    for (const [name] of kept()) writeFileSync(join(cache, name), 'torn');
    assert.is(run(), told(2));
    assert.equal(
      kept()
        .map(([name]) => statSync(join(cache, name)).size > 100)
        .toSorted((one, other) => Number(one) - Number(other)),
      [false, true],
    );
  } finally {
    rmSync(root, { recursive: true });
  }
});

test.run();
