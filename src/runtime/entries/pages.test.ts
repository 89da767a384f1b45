import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pageOf } from './pages.ts';

const items = Array.from({ length: 5 }, (_, index) => index);
const rule = { mode: true, pageSize: 2, autoThreshold: 5 } as const;

test('[D4.entries.pages] pages follow each other without gap or repetition', () => {
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = pageOf(items, rule, cursor);
    seen.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  assert.equal(seen, items);
});

test('[D4.entries.pages] auto pages only above the threshold', () => {
  assert.equal(pageOf(items, { ...rule, mode: 'auto' }, undefined), { items });
  assert.ok(pageOf([...items, 5], { ...rule, mode: 'auto' }, undefined).nextCursor !== undefined);
  assert.equal(pageOf(items, { ...rule, mode: false }, undefined), { items });
});

test('[D4.entries.pages] a cursor that this list did not give is invalid params', () => {
  const cursors = [
    '',
    'x',
    '%',
    btoa('{}'),
    btoa('{"offset":-1}'),
    btoa('{"offset":0}'),
    btoa('{"offset":5}'),
    btoa('{"offset":1.5}'),
    btoa('null'),
  ];
  for (const cursor of cursors) assert.throws(() => pageOf(items, rule, cursor), /Invalid cursor/, cursor);
});

test.run();
