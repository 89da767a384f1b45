import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isPlainName, kebabOf, listNames, lookupKey, nameProblem, type OwnerModel } from './index.ts';

const server: OwnerModel = { kind: 'server', id: 's' };
const inApp = (id: string, name: string) => ({ name, owner: [server, { kind: 'app' as const, id }] });
const listed = (entries: readonly { name: string; owner: readonly OwnerModel[] }[]): readonly string[] =>
  listNames(entries).entries.map(({ listedName }) => listedName);

test('[D4.entries.names] equal names of different owners get their owner, in the order given', () => {
  assert.equal(listed([inApp('a', 'add'), inApp('b', 'add'), inApp('b', 'sub')]), ['a:add', 'b:add', 'sub']);
  assert.equal(listed([inApp('a', 'add-item'), inApp('b', 'add_item')]), ['a:add-item', 'b:add_item']);
  assert.equal(listed([{ name: 'add', owner: [server] }, inApp('b', 'add')]), ['add', 'b:add']);
});

test('[D4.entries.names] equal names of one owner are duplicates, - and _ alike', () => {
  const { duplicates } = listNames([inApp('a', 'x-y'), inApp('a', 'x_y'), inApp('b', 'x-y')]);
  assert.equal(
    duplicates.map((group) => group.map(({ name }) => name)),
    [['x-y', 'x_y']],
  );
  assert.is(lookupKey('a-b_c'), lookupKey('a_b-c'));
});

test('[D4.entries.printable-names] tools have the names that MCP allows, other entries any printable text', () => {
  for (const good of ['a', 'a.b', 'A_b-9', 'x'.repeat(64)])
    for (const kind of ['tool', 'resource', 'resource-template', 'prompt'] as const) assert.is(nameProblem(good, kind), undefined, good);
  for (const other of ['a b', 'a/b', 'ä', 'x'.repeat(65), 'Quarterly report (Q3)', '要約する', 'שלום', '🛠️ fix']) {
    assert.type(nameProblem(other, 'tool'), 'string', other);
    assert.is(isPlainName(other), false, other);
    for (const kind of ['resource', 'resource-template', 'prompt'] as const) assert.is(nameProblem(other, kind), undefined, other);
  }
  const hidden = [
    '',
    ' ',
    'a:b',
    'a\nb',
    'a\u0000',
    'a\u009b',
    'a\u202eb',
    'a\u2066b',
    'a\u200bb',
    'a\u200d',
    '\ufeffa',
    'a\u00adb',
    'a\u2028b',
    'a\ud800',
    '\u3164',
    'a\u{e0041}',
  ];
  for (const bad of hidden)
    for (const kind of ['tool', 'resource', 'resource-template', 'prompt'] as const)
      assert.type(nameProblem(bad, kind), 'string', JSON.stringify(bad));
});

test('ids in kebab-case', () => {
  assert.equal(['My App', 'myApp', 'a_b'].map(kebabOf), ['my-app', 'my-app', 'a-b']);
});

test.run();
