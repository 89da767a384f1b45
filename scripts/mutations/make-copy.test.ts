import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { wrapChildren } from './make-copy.ts';

const root = join(import.meta.dirname, '../..');

test('a copy whose children are told of changes still lends everything that starts them', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'service-copy-'));
  try {
    for (const folder of ['src/compiler/isolation', 'src/std']) cpSync(join(root, folder), join(copy, folder), { recursive: true });
    writeFileSync(join(copy, 'package.json'), '{"type":"module"}');
    wrapChildren(copy);
    const index = pathToFileURL(join(copy, 'src/compiler/isolation/index.ts')).href;
    const wrapped = (await import(index)) as Readonly<Record<string, unknown>>;
    const own = await import('../../src/compiler/isolation/index.ts');
    assert.equal(Object.keys(wrapped), Object.keys(own));
    assert.is.not(String(wrapped['startChild']), String(own.startChild));
  } finally {
    rmSync(copy, { recursive: true });
  }
});

test.run();
