import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseTraceparent } from './request-context.ts';

const trace = '0af7651916cd43dd8448eb211c80319c';
const parent = 'b7ad6b7169203331';

test('a traceparent of this version is taken whole or not at all', () => {
  const raw = `00-${trace}-${parent}-01`;
  assert.equal(parseTraceparent(raw), { traceId: trace, parentId: parent, flags: '01', raw });
  for (const bad of [
    `${raw}-x`,
    `${raw}-`,
    `ff-${trace}-${parent}-01`,
    `00-${'0'.repeat(32)}-${parent}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    raw.toUpperCase(),
    ` ${raw}`,
    `${raw}\n`,
    '',
    7,
    undefined,
  ])
    assert.is(parseTraceparent(bad), undefined, String(bad));
});

test('of a later version what this one has is taken and sent on', () => {
  for (const rest of ['', '-', '-what comes later'])
    assert.is(parseTraceparent(`cc-${trace}-${parent}-00${rest}`)?.raw, `00-${trace}-${parent}-00`, rest);
  for (const bad of [`cc-${trace}-${parent}-00.`, `cc-${trace}-${parent}-00-\u0007`]) assert.is(parseTraceparent(bad), undefined, bad);
});

test.run();
