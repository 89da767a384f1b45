import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readRequirements } from './requirements.ts';

/** Rows of the table of promises: the sentence, and the ids of the rules that hold it. */
const promises = readFileSync(join(import.meta.dirname, '../docs/guide/security.md'), 'utf8')
  .split('## Promises')[1]
  ?.split('\n## ')[0]
  ?.split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise') && !line.startsWith('| ---'))
  .map((line) => ({
    promise: line.split(' | ')[0] ?? '',
    ids: [...(line.split(' | ')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, id = '']) => id),
  }));

test('[X.security.promises] every promise of the security page names rules that are there, which tests show', async () => {
  assert.ok(promises !== undefined && promises.length >= 12);
  const known = new Set((await readRequirements()).map(({ id }) => id));
  for (const { promise, ids } of promises) {
    assert.ok(ids.length > 0, promise);
    assert.equal(
      ids.filter((id) => !known.has(id)),
      [],
      promise,
    );
  }
});

test.run();
