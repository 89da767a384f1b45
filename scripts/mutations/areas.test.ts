import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { areaNames, areaOf } from './areas.ts';

const root = resolve(import.meta.dirname, '../..');

test('all paths of areas exist, and an unknown area is answered with the known names', () => {
  for (const name of areaNames) {
    const { bundles, children = [], sources, tests } = areaOf(name);
    for (const path of [...sources, ...tests, ...children, ...(bundles instanceof RegExp ? [] : bundles)])
      assert.ok(existsSync(join(root, path)), `${name}: ${path}`);
  }
  assert.throws(() => areaOf('storrage'), /there are auth, storage, /);
});

test.run();
