import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ProtocolError } from '../errors/index.ts';
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

test('[I3.fuzz.cursors] any cursor continues the list or is -32602', () => {
  const offsets = fc.oneof(fc.record({ offset: fc.oneof(fc.integer({ min: -2, max: 8 }), fc.double(), fc.jsonValue()) }), fc.jsonValue());
  const cursors = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.base64String(),
    offsets.map((value) => Buffer.from(JSON.stringify(value)).toString('base64')),
  );
  fc.assert(
    fc.property(cursors, fc.constantFrom(true, false, 'auto' as const), (cursor, mode) => {
      try {
        const page = pageOf(items, { ...rule, mode }, cursor);
        assert.ok(page.items.length > 0);
        assert.equal(page.items, items.slice(page.items[0], (page.items[0] ?? 0) + page.items.length));
      } catch (failure) {
        assert.instance(failure, ProtocolError);
        if (failure instanceof ProtocolError) assert.is(failure.rpcCode, -32602);
      }
    }),
    { numRuns: 2000, seed: 20260728 },
  );
});

test.run();
