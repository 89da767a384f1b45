import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sourceResolver } from '../borders/source-files.ts';
import { publishedManifest, type Manifest } from './published-manifest.ts';

const root = resolve(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(root, 'packages/sdk/package.json'), 'utf8')) as Manifest;

test('every subpath of the SDK is published from the source that a checkout loads, and that exists', () => {
  const resolveSource = sourceResolver(root);
  for (const [subpath, row] of Object.entries(manifest.exports ?? {})) {
    if (typeof row === 'string') continue;
    const { 'service-source': source = '', types = '' } = row;
    const published = row['default'] ?? types;
    assert.is(source.replace('./src/', './dist/').replace(/(?:\.d)?\.ts$/, ''), published.replace(/(?:\.d\.ts|\.js)$/, ''), subpath);
    const loaded = subpath.includes('*') ? dirname(source) : resolveSource('x.ts', `@service/sdk${subpath.slice(1)}`);
    const file = subpath.includes('*') ? join(root, 'packages/sdk', loaded ?? '') : join(root, loaded ?? 'missing');
    assert.ok(existsSync(file), `${subpath}: ${file} does not exist`);
  }
});

test('[R.host.policy] in a browser bundle the package is the authoring API, which starts nothing and reaches no module of Node', () => {
  const row = manifest.exports?.['.'];
  assert.is(typeof row === 'string' ? row : row?.['browser'], './dist/authoring.js');
});

test('the published manifest mentions no source, no script and no private flag', () => {
  for (const path of ['package.json', 'packages/sdk/package.json']) {
    const published = publishedManifest(JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest, ['dist']);
    const text = JSON.stringify(published);
    assert.not.match(text, /service-source|\.\/src\/|workspaces|devDependencies/);
    assert.is(published['private'], undefined);
    assert.is(published['scripts'], undefined);
  }
});

test('the CLI depends on exactly its own version of the SDK', () => {
  const cli = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string; dependencies: Record<string, string> };
  assert.is(cli.dependencies['@service/sdk'], cli.version);
  assert.is(manifest.version, cli.version);
});

test.run();
