import type { SchemaTable } from '@service/sdk/schema-table';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { planSchemas } from '../plan/plan-schemas.ts';
import { printSchemas } from './print-schema.ts';

const textShape: SchemaTable = { root: 1, nodes: [{ type: 'string' }, { type: 'shape', shape: [['city', 0]] }] };
const siteOf = (id: string, table: SchemaTable) => ({ id, table, facts: {} });

test('a module of schemas names what they are made of, and nothing else', () => {
  assert.is(
    printSchemas([siteOf('s0', textShape)]),
    [
      'import { tableSchema, shapeRun, stringRun } from "@service/sdk/schema-table";',
      'export const s0 = tableSchema(() => shapeRun([["city", stringRun()]]));',
      '',
    ].join('\n'),
  );
});

test('equal schemas are one, unless functions of the author belong to them', () => {
  const asks: SchemaTable = { root: 0, nodes: [{ type: 'transform', call: 'c0' }] };
  const rows = printSchemas([siteOf('s0', textShape), siteOf('s1', textShape), siteOf('s2', asks), siteOf('s3', asks)]).split('\n');
  assert.is(rows[2], 'export const s1 = s0;');
  assert.is(rows[3], 'export const s2 = askingSchema((own) => transformRun(own.c0()));');
  assert.is(rows[4]?.replace('s3', 's2'), rows[3]);
});

test('where the installed library says things otherwise, its sentences are taken', () => {
  const text = printSchemas([{ ...siteOf('s0', textShape), foreignTexts: true }]);
  assert.match(text, 'import messages from "service:zod-messages";');
  assert.match(text, 'tableSchema(() => shapeRun([["city", stringRun()]]), undefined, locale)');
});

test('a schema that is named twice or contains itself is made once', () => {
  const tree: SchemaTable = {
    root: 0,
    nodes: [
      {
        type: 'object',
        shape: [
          ['a', 1],
          ['b', 1],
          ['children', 2],
        ],
      },
      { type: 'string', error: 'no', checks: [{ check: 'min_length', bound: 1 }] },
      { type: 'array', item: 0 },
    ],
  };
  assert.match(
    printSchemas([siteOf('s0', tree)]),
    'tableSchema(() => { const o1 = schemaOwner("no"); const n1 = checkedRun(stringRun(o1), [minLengthCheck(1)], o1); ' +
      'const n0 = objectRun([["a", n1], ["b", n1], ["children", arrayRun(laterRun(() => n0))]]); return n0; })',
  );
});

test('parts are asked side by side where one that waits would hold up another, and only there', () => {
  const asks: SchemaTable['nodes'][number] = { type: 'string', checks: [{ check: 'refine', call: 'c0' }] };
  const asked = 'checkedRun(stringRun(), [refineCheck(own.c0())])';
  const madeOf = (...nodes: SchemaTable['nodes']): string =>
    /askingSchema\(\(own\) => (.*)\);/.exec(printSchemas([siteOf('s0', { root: 0, nodes })]))?.[1] ?? '';
  const plain = { type: 'number' } as const;
  assert.is(madeOf({ type: 'array', item: 1 }, asks), `parallelRun(arrayRun(parallelItem(${asked})))`);
  const shape = [
    ['a', 1],
    ['b', 2],
  ] as const;
  assert.is(madeOf({ type: 'shape', shape }, asks, plain), `shapeRun([["a", ${asked}], ["b", numberRun()]])`);
  assert.is(
    madeOf({ type: 'shape', shape }, asks, { ...asks, checks: [{ check: 'overwrite', how: { call: 'c1' } }] }),
    `parallelRun(shapeRun([["a", parallelItem(${asked})], ["b", parallelItem(checkedRun(stringRun(), [overwriteCheck(own.c1())]))]]))`,
  );
  assert.is(madeOf({ type: 'union', options: [1, 2] }, asks, plain), `waitingUnionRun([${asked}, numberRun()])`);
  assert.is(madeOf({ type: 'union', options: [2, 1] }, asks, plain), `unionRun([numberRun(), ${asked}])`);
});

test('[P5.schema-table.time] a union whose options each require a literal of their own is selected by that literal', () => {
  const runOf = (nodes: SchemaTable['nodes']): string =>
    /(taggedUnionRun|waitingUnionRun|unionRun|exclusiveRun)\(.*\)/.exec(printSchemas([siteOf('s0', { root: 0, nodes })]))?.[0] ?? '';
  const option = (literal: number): SchemaTable['nodes'][number] => ({ type: 'object', shape: [['kind', literal]] });
  const literal = (...values: readonly (string | number | null)[]) => ({ type: 'values', values }) as const;
  const union = { type: 'union', options: [1, 2] } as const;
  assert.match(runOf([union, option(3), option(4), literal('a', 1), literal(null)]), '{ key: "kind", index: [["a",0],[1,0],[null,1]] }');
  assert.match(runOf([union, { type: 'lazy', inner: 5 }, option(4), literal('a'), literal('b'), option(3)]), /^taggedUnionRun/);
  const asks: SchemaTable['nodes'][number] = { type: 'values', values: ['b'], checks: [{ check: 'refine', call: 'c0' }] };
  const others: Readonly<Record<string, SchemaTable['nodes']>> = {
    'two options take one value': [union, option(3), option(4), literal('a'), literal('b', 'a')],
    'one may be without it': [union, option(3), option(4), literal('a'), { ...literal('b'), absent: 'optional' }],
    'one takes any text': [union, option(3), option(4), literal('a'), { type: 'string' }],
    'one is no object': [union, option(3), { type: 'string' }, literal('a')],
    'one asks a function': [union, option(3), option(4), literal('a'), asks],
    'exactly one may match': [{ ...union, exclusive: true }, option(3), option(4), literal('a'), literal('b')],
  };
  for (const [name, nodes] of Object.entries(others)) assert.not.match(runOf(nodes), 'tagged', name);
});

test('[P5.schema-table.keeps-zod] a table with a function outside the sources keeps zod', () => {
  const span = { file: 'main.ts', start: 0, end: 1, line: 1, column: 1 };
  const site = { id: 's0', role: 'input' as const, owner: 'tool "a"', file: '/main.ts', start: 0, end: 1, span, imports: [], reached: [] };
  const { kept, module } = planSchemas({
    sources: { sites: [site], callbacks: [], constants: [], uses: [], calls: [] },
    evaluated: [siteOf('s0', { root: 0, nodes: [{ type: 'transform', call: 'gone' }] })],
    textOf: () => 'x',
  });
  assert.is(module, undefined);
  assert.equal(
    kept.map(({ text }) => text),
    ['tool "a": a function of the schema is not in the sources'],
  );
});

test.run();
