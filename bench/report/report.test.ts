import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rowOf, verdictsOf, type Metric } from './metric.ts';
import { printMarkdown } from './print-markdown.ts';
import { printSummary } from './print-summary.ts';
import { replaceNumbers } from './write-page.ts';

const calls: Metric = {
  name: 'calls',
  unit: 'µs',
  values: { ours: 20, bare: 16, sdk2: 600, xmcp: 4000 },
  bars: [
    { of: 'bare', limit: 1.2 },
    { of: 'sdk2', limit: 1 / 15 },
  ],
};

test('a row has the documented fields only; a peer that was not measured is null', () => {
  assert.equal(rowOf(calls), {
    name: 'calls',
    ours: 20,
    unit: 'µs',
    bare: 16,
    sdk1: null,
    sdk2: 600,
    ratioToBare: 1.25,
    ratioToSdk2: 0.0333,
  });
});

test('a bar is missed above its limit, and when it could not be measured', () => {
  assert.equal(
    verdictsOf([calls, { ...calls, values: { ours: 20 } }]).map(({ met }) => met),
    [false, true, false, false],
  );
});

test('the page keeps the text around the numbers and names the bars that are missed', () => {
  const facts = {
    date: '2026-11-22',
    machine: '2 cores',
    node: '24.0.0',
    pinned: true,
    versions: { xmcp: '1.1.3' },
    missing: ['x: broken'],
  };
  const numbers = printMarkdown([calls], verdictsOf([calls]), facts);
  const page = replaceNumbers('before\n<!-- numbers:begin -->\nold\n<!-- numbers:end -->\nafter\n', numbers);
  assert.ok(page.startsWith('before\n') && page.endsWith('\nafter\n'));
  assert.not.match(page, 'old');
  assert.match(page, '| calls | µs | 20 | 16 | – | 600 | 4000 | 1.25 | 0.0333 |');
  assert.match(page, '| calls, ours / bare | 1.25 | 1.2 | **no** |');
  assert.match(page, 'Left out: x: broken.');
  assert.throws(() => replaceNumbers('no marks', numbers), 'numbers:begin');
});

test('the summary shows users the rows that they compare, without bars and without builds of ours as a peer', () => {
  const facts = { date: '2026-11-22', machine: '2 cores', node: '24.0.0', pinned: true, versions: { xmcp: '1.1.3' }, missing: [] };
  const seen: Metric = {
    ...calls,
    name: 'tools/call with a token seen before: server CPU per request',
    bareIs: 'the same server without sign-in',
  };
  const list: Metric = { ...calls, name: 'tools/list of 52 tools: server CPU per request' };
  const summary = printSummary([calls, list, seen], facts);
  assert.match(summary, '| CPU of a `tools/list` | 20 µs | 600 µs | – | 16 µs |');
  assert.match(summary, '| CPU of a `tools/call` with a known token | 20 µs | 600 µs | – | – |');
  assert.not.match(summary, '| calls |');
  assert.match(summary, 'Measured on 2026-11-22: 2 cores, Node 24.0.0; xmcp 1.1.3.');
});

test.run();
