import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PackageFolders } from './native-package.ts';
import { copyPackages } from './package-copy.ts';

/** A folder with the given files; a manifest is written as its object. */
function project(files: Readonly<Record<string, string | object>>): { root: string; remove: () => void } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'service-packages-')));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof text === 'string' ? text : JSON.stringify(text));
  }
  return { root, remove: () => rmSync(root, { recursive: true }) };
}

const here = `${process.platform}-${process.arch}`;

test('[assets.native] a package is native by its own add-on, its way to load one, or a package for the platform', () => {
  const { remove, root } = project({
    'node_modules/own/package.json': { name: 'own', version: '1.0.0' },
    'node_modules/own/build/Release/own.node': '',
    'node_modules/loads/package.json': { name: 'loads', version: '1.0.0', dependencies: { 'node-gyp-build': '1' } },
    [`node_modules/loads/prebuilds/${here}/loads.node`]: '',
    'node_modules/split/package.json': { name: 'split', version: '1.0.0', optionalDependencies: { [`@split/${here}`]: '1' } },
    [`node_modules/@split/${here}/package.json`]: { name: `@split/${here}`, version: '1.0.0' },
    [`node_modules/@split/${here}/split.node`]: '',
    'node_modules/plain/package.json': { name: 'plain', version: '1.0.0' },
    'node_modules/plain/lib': 'a file where others have a folder',
    'node_modules/unbuilt/package.json': { name: 'unbuilt', version: '1.0.0', gypfile: true },
    'node_modules/other/package.json': { name: 'other', version: '1.0.0' },
    'node_modules/other/prebuilds/other-s390x/other.node': '',
  });
  try {
    const folders = new PackageFolders();
    const facts = ['own', 'loads', 'split', 'plain', 'unbuilt', 'other'].map((name) => {
      const one = folders.of(join(root, 'node_modules', name, 'index.js'));
      if (one === undefined) throw new Error(`${name} was not found`);
      return [name, folders.isNative(one), folders.addonsOf(one).length];
    });
    assert.equal(facts, [
      ['own', true, 1],
      ['loads', true, 1],
      ['split', true, 1],
      ['plain', false, 0],
      ['unbuilt', true, 0],
      ['other', true, 0],
    ]);
    assert.equal(
      folders.unbuilt().map(({ name }) => name),
      ['unbuilt', 'other'],
    );
  } finally {
    remove();
  }
});

test('[assets.native] a copy holds what a package loads and its dependencies, each version where its dependents find it', () => {
  const { remove, root } = project({
    'node_modules/top/package.json': { name: 'top', version: '1.0.0', dependencies: { a: '1', b: '2' } },
    'node_modules/top/index.js': '',
    'node_modules/top/src/addon.cc': '',
    'node_modules/top/test/index.js': '',
    'node_modules/top/README.md': '',
    'node_modules/a/package.json': { name: 'a', version: '1.0.0', dependencies: { b: '1' } },
    'node_modules/a/node_modules/b/package.json': { name: 'b', version: '1.0.0' },
    'node_modules/b/package.json': { name: 'b', version: '2.0.0' },
  });
  try {
    const folders = new PackageFolders();
    const top = folders.from(root, 'top');
    if (top === undefined) throw new Error('top was not found');
    const { files, packages } = copyPackages([top], folders);
    assert.equal(
      packages.map(({ one, path }) => `${path} ${one.version}`),
      ['node_modules/top 1.0.0', 'node_modules/a 1.0.0', 'node_modules/b 1.0.0', 'node_modules/top/node_modules/b 2.0.0'],
    );
    assert.equal(
      [...files.keys()].filter((path) => path.startsWith('node_modules/top/') && !path.includes('/b/')),
      ['node_modules/top/index.js', 'node_modules/top/package.json'],
    );
  } finally {
    remove();
  }
});

test.run();
