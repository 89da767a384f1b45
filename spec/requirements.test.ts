import { resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { citationsOf, readCitations } from './citations.ts';
import { readRequirements } from './requirements.ts';

const rows = await readRequirements();
const citations = readCitations(resolve(import.meta.dirname, '..'));

test('ids are unique and every row states its rule', () => {
  const ids = rows.map(({ id }) => id);
  assert.equal(
    ids.filter((id, at) => ids.indexOf(id) !== at),
    [],
  );
  assert.equal(
    rows.filter(({ rule }) => rule.trim() === '').map(({ id }) => id),
    [],
  );
});

test('every row is cited by a test', () => {
  const cited = new Set(citations.map(({ id }) => id));
  assert.equal(
    rows.filter(({ id }) => !cited.has(id)).map(({ id, rule }) => `${id}: ${rule}`),
    [],
  );
});

test('every citation names a row', () => {
  const known = new Set(rows.map(({ id }) => id));
  assert.equal(
    citations.filter(({ id }) => !known.has(id)).map(({ id, file }) => `${file}: [${id}]`),
    [],
  );
});

test('citations are read from titles, several at once, and from nowhere else', () => {
  assert.equal(citationsOf("test('[A.b] [A.c-d] shows it', () => { const list = ['plain [X.y] text']; }); test(`[E.f] ${1}`, f);"), [
    'A.b',
    'A.c-d',
    'E.f',
  ]);
});

test.run();
