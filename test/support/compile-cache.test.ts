import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { declarationsOf } from '../../scripts/testing/declarations.ts';
import { build } from '../../src/compiler/index.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { createTestCache } from './compile-cache.ts';
import { copyFixture, requestOf } from './compile.ts';

test('a compiler that reads what the SDK declares builds the same bytes, and finds the same, as one that reads its sources', async () => {
  const { remove, root } = copyFixture('guarded');
  try {
    const { file } = await declarationsOf(resolve(import.meta.dirname, '../..'));
    const declared = (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)['mcp/protocol.ts'];
    const [fromSources, fromDeclarations] = [createTestCache(''), createTestCache(file)];
    const built = async (cache: typeof fromSources) => {
      const { diagnostics, model, output } = await build(requestOf(root, 'guarded', { cache, typeCheck: true }), nodeTarget);
      return { diagnostics, model, files: output?.files.map(({ contents, path }) => [path, String(contents)]) };
    };
    const expected = await built(fromSources);
    assert.ok((expected.files?.length ?? 0) > 1);
    assert.equal(await built(fromDeclarations), expected);
    const read = (cache: typeof fromSources): boolean => [...cache.parsed.values()].some(({ text }) => text === declared);
    assert.equal([read(fromSources), read(fromDeclarations)], [false, true]);
  } finally {
    remove();
  }
});

test.run();
