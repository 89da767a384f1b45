import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { programFolder } from './program-folder.ts';

test('a plain name is its own folder; others that a file system could confuse get folders apart', () => {
  for (const name of ['weather', 'a_b-2', '0', 'x'.repeat(80)]) assert.is(programFolder(name), name);
  const names = ['A', 'a b', 'a/b', '../a', '..', '.', '', '-a', '@scope/a', 'x'.repeat(81), `${'x'.repeat(80)}y`, 'é'];
  const folders = names.map(programFolder);
  assert.is(new Set(folders).size, names.length);
  for (const folder of folders) assert.match(folder, /^[a-z0-9_-]{0,79}\.[0-9a-f]{16}$/);
});

test.run();
