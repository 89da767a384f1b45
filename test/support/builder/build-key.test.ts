import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { copyFixture, requestOf } from '../compile.ts';
import { hashRequest } from './build-key.ts';

const keyOf = (root: string, more = {}): string => hashRequest(requestOf(root, 'calculator', more), 'node');

test('copies of a project have one key; what is asked for and every file of it belong to the key', () => {
  const [one, other] = [copyFixture('calculator'), copyFixture('calculator')];
  try {
    const key = keyOf(one.root);
    assert.is(keyOf(other.root), key);
    assert.is.not(keyOf(one.root, { build: { minify: true } }), key);
    assert.is.not(hashRequest(requestOf(one.root, 'calculator'), 'worker'), key);
    const file = join(other.root, 'src/further.txt');
    writeFileSync(file, 'x');
    const changed = keyOf(other.root);
    assert.is.not(changed, key);
    writeFileSync(file, 'y');
    assert.is.not(keyOf(other.root), changed);
  } finally {
    for (const { remove } of [one, other]) remove();
  }
});

test('what an earlier build has left in the project does not belong to the key; a folder of that name elsewhere does', () => {
  const { remove, root } = copyFixture('calculator');
  try {
    const key = keyOf(root);
    mkdirSync(join(root, 'dist'));
    writeFileSync(join(root, 'dist/index.js'), 'x');
    assert.is(keyOf(root), key);
    mkdirSync(join(root, 'src/dist'));
    assert.is.not(keyOf(root), key);
  } finally {
    remove();
  }
});

test('files behind a link out of the project belong to the key', () => {
  const [project, library] = [copyFixture('calculator'), copyFixture('shared')];
  try {
    symlinkSync(library.root, join(project.root, 'library'));
    const key = keyOf(project.root);
    writeFileSync(join(library.root, 'src/main.ts'), 'export {};\n');
    assert.is.not(keyOf(project.root), key);
    rmSync(library.root, { recursive: true });
    assert.is.not(keyOf(project.root), key);
    symlinkSync('library', join(project.root, 'circle'));
    assert.ok(keyOf(project.root));
  } finally {
    project.remove();
  }
});

test.run();
