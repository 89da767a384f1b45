import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listSources, sourceResolver } from '../borders/source-files.ts';
import { publishedManifest, type Manifest } from './published-manifest.ts';

const root = resolve(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(root, 'packages/sdk/package.json'), 'utf8')) as Manifest;
const sources = listSources(root, ['packages/sdk/src']);
const facades = sources.filter((file) => !file.endsWith('.d.ts'));

/** Subpath of a facade file, and the runtime file that the packed `default` condition is compiled from. */
const rowOf = (facade: string): { subpath: string; runtime: string | undefined } => {
  const name = relative('packages/sdk/src', facade).replace(/\.ts$/, '');
  const subpath = name === 'index' ? '.' : `./${name}`;
  for (const [pattern, row] of Object.entries(manifest.exports ?? {})) {
    if (typeof row === 'string') continue;
    const [head = '', tail] = pattern.split('*');
    const star = tail === undefined ? '' : subpath.slice(head.length);
    if (tail === undefined ? pattern !== subpath : !subpath.startsWith(head)) continue;
    return { subpath, runtime: row['default']?.replace('*', star).replace('./dist/', 'src/runtime/').replace(/\.js$/, '.ts') };
  }
  return { subpath, runtime: undefined };
};

test('every facade of packages/sdk is exported and re-exports exactly the runtime file that is published under its subpath', () => {
  for (const facade of facades) {
    const { subpath, runtime } = rowOf(facade);
    assert.ok(runtime !== undefined, `${subpath} is missing in the exports of packages/sdk/package.json`);
    assert.ok(existsSync(join(root, runtime)), `${subpath} is published from ${runtime}, which does not exist`);
    const target = relative(join(root, facade, '..'), join(root, runtime))
      .split('\\')
      .join('/');
    assert.match(readFileSync(join(root, facade), 'utf8'), `'${target}'`);
  }
});

test('a facade of declarations alone is exported as types', () => {
  for (const file of sources.filter((name) => !facades.includes(name))) {
    const name = relative('packages/sdk/src', file).replace(/\.d\.ts$/, '');
    assert.equal(manifest.exports?.[`./${name}`], { 'service-source': `./src/${name}.d.ts`, types: `./dist/${name}.d.ts` }, file);
  }
});

test('every exported subpath without a star has its facade', () => {
  const resolveSource = sourceResolver(root);
  for (const subpath of Object.keys(manifest.exports ?? {})) {
    if (subpath.includes('*') || subpath === './package.json') continue;
    const source = resolveSource('x.ts', `@service/sdk${subpath.slice(1)}`);
    assert.ok(source !== undefined && sources.includes(source), `${subpath} has no file in packages/sdk/src`);
  }
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
