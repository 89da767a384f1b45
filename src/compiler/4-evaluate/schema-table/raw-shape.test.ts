import { isDeepStrictEqual, inspect } from 'node:util';
import type { SchemaTable, TableSchema } from '@service/sdk/schema-table';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as z from 'zod';
import { loadSchemas } from '../../../../fixtures/support/load-schemas.ts';
import { inputNear } from '../../../../fixtures/support/schema-kinds/index.ts';
import { parseWith, type SchemaOutcome } from '../../../runtime/define/schema.ts';
import { createCallbackMarks } from './callback-marks.ts';
import { compileSchema } from './compile-schema.ts';

const test = suite<{ readonly schema: TableSchema }>('raw shapes');

const shape = {
  a: z.string().min(1),
  b: z.number().default(2),
  c: z.boolean().optional(),
  d: z.any(),
  constructor: z.string().optional(),
  kind: z.enum(['x', 'y']).nullish(),
};

/** What the run time reads of an outcome. */
const seenOf = (outcome: SchemaOutcome): unknown =>
  outcome.issues === undefined ? { value: outcome.value } : outcome.issues.map(({ message, path }) => ({ message, path }));

test.before(async (context) => {
  const compiled = compileSchema(shape, { marks: createCallbackMarks(), everyFunctionIsMarked: true });
  if ('cannot' in compiled) throw new Error(compiled.cannot);
  const [schema] = await loadSchemas([JSON.parse(JSON.stringify(compiled.table)) as SchemaTable]);
  Object.assign(context, { schema });
});

test('[P5.schema-table.agrees] a raw shape agrees with the run time that checks it without a table', ({ schema }) => {
  const parse = schema['~standard'].validate;
  const inputs: readonly unknown[] = [
    { a: 'x' },
    { a: 'x', b: 1, c: true, d: null, kind: 'x' },
    { a: 'x', constructor: 'mine', extra: 1 },
    {},
    { a: '', b: undefined },
  ];
  const agree = (input: unknown): void => {
    const [theirs, ours] = [parseWith(shape, input), parse(input)];
    if (theirs instanceof Promise || ours instanceof Promise) throw new Error('nothing here waits');
    if (!isDeepStrictEqual(seenOf(ours), seenOf(theirs))) throw new Error(`${inspect(input)}: ${inspect(theirs)} but ${inspect(ours)}`);
  };
  for (const input of inputs) agree(input);
  fc.assert(fc.property(inputNear(inputs), agree), { numRuns: Number(process.env['SCHEMA_VALUES'] ?? 1000), seed: 20261121 });
});

test('[P5.schema-table.keeps-zod] a raw shape with a key named __proto__ keeps zod', () => {
  const compiled = compileSchema(Object.defineProperty({}, '__proto__', { value: z.string(), enumerable: true }), {
    marks: createCallbackMarks(),
    everyFunctionIsMarked: true,
  });
  assert.equal(compiled, { cannot: 'a key named __proto__' });
});

test.run();
