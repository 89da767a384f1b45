import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { publishedManifest } from './published-manifest.ts';
import { vendor } from './vendor.ts';

const root = resolve(import.meta.dirname, '../..');

test('a vendored dependency lies in the package, with its license, and is imported from there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-vendor-'));
  try {
    const text =
      "import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0';\nimport { x } from './x.js';\nexport { upgradeFromTwoToThree };\n";
    for (const path of ['dist/prepare/documents.js', 'src/prepare/documents.ts']) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text.replace(/import \{ x.*\n/, path.endsWith('.ts') ? '$&' : ''));
    }
    await vendor(root, folder, ['@scalar/openapi-upgrader']);
    const file = 'vendored/scalar-openapi-upgrader-2.0-to-3.0.js';
    assert.match(readFileSync(join(folder, 'src/prepare/documents.ts'), 'utf8'), `from '../../dist/${file}';\nimport { x } from './x.js';`);
    assert.match(readFileSync(join(folder, 'dist/prepare/documents.js'), 'utf8'), `from '../${file}'`);
    const vendored = readFileSync(join(folder, 'dist', file), 'utf8');
    assert.match(vendored, /@scalar\/openapi-upgrader:\nMIT License\n\nCopyright \(c\) 2023-present Scalar/);
    assert.not.match(vendored, /^import /m);
    const { upgradeFromTwoToThree } = (await import(pathToFileURL(join(folder, 'dist', file)).href)) as {
      upgradeFromTwoToThree: (document: object) => { openapi: string };
    };
    assert.match(upgradeFromTwoToThree({ swagger: '2.0', info: {}, paths: {} }).openapi, /^3\.0/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a published package depends on no vendored dependency, and on all others', () => {
  const manifest = { name: 'a', version: '1.0.0', dependencies: { yaml: '2.9.1', old: '1.0.0' }, vendoredDependencies: ['old'] };
  const published = publishedManifest(manifest, ['dist']);
  assert.equal([published['dependencies'], published['vendoredDependencies']], [{ yaml: '2.9.1' }, undefined]);
});

test.run();
