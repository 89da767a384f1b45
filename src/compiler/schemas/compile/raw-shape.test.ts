/* A raw shape, compiled and not, beside `z.object` of the same shape: one thing for every kind of member. */
import { isDeepStrictEqual, inspect } from 'node:util';
import type { Callback, SchemaTable, TableSchema } from '@service/sdk/schema-table';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as z from 'zod';
import { loadSchemas } from '../../../../test/support/load-schemas.ts';
import { inputNear, markerOf, sampleKinds, type SampleKind } from '../../../../test/support/schema-kinds/index.ts';
import { jsonSchemaOfInput, parseWith } from '../../../runtime/define/schema.ts';
import type { SchemaOutcome } from '../../../runtime/define/standard-schema.ts';
import { createCallbackMarks } from './callback-marks.ts';
import { compileSchema } from './compile-schema.ts';

/** CONTRIBUTING.md: `SCHEMA_VALUES=10000` before a release. */
const values = Math.ceil(Number(process.env['SCHEMA_VALUES'] ?? 1000) / 5);
const seed = 20261123;

interface Context {
  readonly shapes: readonly TableSchema[];
  readonly names: TableSchema;
}
const test = suite<Context>('raw shapes');

const marks = createCallbackMarks();
const callbacks: Record<string, Callback> = {};
const kinds = sampleKinds(markerOf(marks, callbacks as Parameters<typeof markerOf>[1]));
/** Names that every object inherits. */
const names = { constructor: z.string().optional(), toString: z.string().default('x'), a: z.string() };

function tableOf(shape: object): SchemaTable {
  const compiled = compileSchema(shape, { marks, everyFunctionIsMarked: true });
  if ('cannot' in compiled) throw new Error(compiled.cannot);
  return JSON.parse(JSON.stringify(compiled.table)) as SchemaTable;
}

test.before(async (context) => {
  const tables = [...kinds.map(({ schema }) => ({ value: schema })), names].map(tableOf);
  const shapes = await loadSchemas(tables, callbacks);
  Object.assign(context, { shapes, names: shapes.at(-1) });
});

/** What the run time reads of an outcome, or what was thrown. */
async function seenOf(run: () => unknown, sorted = false): Promise<object> {
  try {
    const outcome = (await run()) as SchemaOutcome;
    if (outcome.issues === undefined) return { value: outcome.value };
    const issues = outcome.issues.map(({ message, path = [] }) => ({ message, path }));
    return { issues: sorted ? issues.toSorted((one, other) => inspect(one).localeCompare(inspect(other))) : issues };
  } catch (error) {
    return { thrown: error instanceof Error ? error.message : String(error) };
  }
}

for (const [at, kind] of kinds.entries())
  test(`[P5.schema-table.shapes] ${kind.name}: a raw shape answers as z.object of it`, ({ shapes }) => compare(kind, shapes[at]));

async function compare({ schema, inputs, waits }: SampleKind, compiled: TableSchema | undefined): Promise<void> {
  const shape = { value: schema };
  const object = z.object(shape);
  let last = '';
  const check = async (input: unknown): Promise<void> => {
    const [theirs, started, built] = await Promise.all([
      seenOf(() => object['~standard'].validate(input), waits),
      seenOf(() => parseWith(shape, input), waits),
      seenOf(() => compiled?.['~standard'].validate(input), waits),
    ]);
    if (isDeepStrictEqual(started, theirs) && isDeepStrictEqual(built, theirs)) return;
    last = `for ${inspect(input, { depth: 9 })}\nz.object:  ${inspect(theirs, { depth: 9 })}\nuncompiled: ${inspect(started, { depth: 9 })}\ncompiled:   ${inspect(built, { depth: 9 })}`;
    throw new Error(last);
  };
  const given = [
    {},
    { value: undefined },
    { other: 1 },
    null,
    undefined,
    [],
    'text',
    1,
    new Date(0),
    ...inputs.map((value) => ({ value })),
  ];
  for (const input of given) await check(input);
  const near = inputNear(inputs).map((value) => ({ value }));
  await fc.assert(fc.asyncProperty(near, check), { numRuns: values, seed }).catch((error: unknown) => {
    throw last === '' ? error : new Error(last);
  });
}

for (const kind of kinds)
  test(`[P5.schema-table.shapes] ${kind.name}: a raw shape is listed as z.object of it`, () => {
    const shape = { value: kind.schema };
    for (const side of ['input', 'output'] as const) assert.equal(listed(shape, side), listed(z.object(shape), side), side);
  });

/** The JSON Schema with its references followed, some levels deep: where a definition stands says nothing about what is valid. */
function listed(schema: unknown, side: 'input' | 'output'): unknown {
  try {
    const root = jsonSchemaOfInput(schema, side);
    return follow(root, root, 12);
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replace('"value" ', '');
  }
}

function follow(node: unknown, root: object, levels: number): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (levels === 0) return 'deeper';
  if (Array.isArray(node)) return node.map((item) => follow(item, root, levels - 1));
  const pointer: unknown = Reflect.get(node, '$ref');
  if (typeof pointer === 'string') return follow(targetOf(pointer, root), root, levels);
  const entries = Object.entries(node).filter(([key]) => key !== '$defs');
  return Object.fromEntries(entries.map(([key, value]) => [key, follow(value, root, levels - 1)]));
}

const targetOf = (pointer: string, root: object): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((found, key) => Reflect.get(Object(found), key), root);

test('[P5.schema-table.shapes] what every object inherits is no argument of a raw shape', async (context) => {
  for (const input of [{ a: 'x' }, { a: 'x', constructor: 'mine' }, {}, { a: 'x', constructor: 1 }, { a: 'x', toString: 'y' }]) {
    const own = { __proto__: null, ...input };
    const theirs = await seenOf(() => z.object(names)['~standard'].validate(own));
    assert.equal(await seenOf(() => parseWith(names, input)), theirs, inspect(input));
    assert.equal(await seenOf(() => context.names['~standard'].validate(input)), theirs, inspect(input));
  }
});

test('[P5.schema-table.shapes] a schema of another library decides itself whether its key may be absent', () => {
  const schema = (takesAbsence: boolean) => ({
    '~standard': {
      version: 1,
      vendor: 'own',
      validate: (value: unknown) => (value !== undefined || takesAbsence ? { value } : { issues: [{ message: 'needed' }] }),
      jsonSchema: { input: () => ({ type: 'string' }), output: () => ({ type: 'string' }) },
    },
  });
  const shape = { may: schema(true), must: schema(false) };
  for (const side of ['input', 'output'] as const) assert.equal(jsonSchemaOfInput(shape, side)['required'], ['must']);
  assert.equal(parseWith(shape, { must: 'a' }), { value: { must: 'a' } });
  assert.equal(parseWith(shape, { may: 'a' }), { issues: [{ message: 'needed', path: ['must'] }] });
});

test('[P5.schema-table.keeps-zod] a raw shape with a key named __proto__ keeps zod', () => {
  const compiled = compileSchema(Object.defineProperty({}, '__proto__', { value: z.string(), enumerable: true }), {
    marks: createCallbackMarks(),
    everyFunctionIsMarked: true,
  });
  assert.equal(compiled, { cannot: 'a key named __proto__' });
});

test.run();
