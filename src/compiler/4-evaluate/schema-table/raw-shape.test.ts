import { isDeepStrictEqual, inspect } from 'node:util';
import { allChecks, allKinds, interpret, type SchemaTable } from '@service/sdk/schema-table';
import fc from 'fast-check';
import { test } from 'uvu';
import * as z from 'zod';
import en from 'zod/v4/locales/en.js';
import { inputNear } from '../../../../fixtures/support/schema-kinds/index.ts';
import { parseWith, type SchemaOutcome } from '../../../runtime/define/schema.ts';
import { createCallbackMarks } from './callback-marks.ts';
import { compileSchema } from './compile-schema.ts';

const { localeError } = en();
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

test('[P5.schema-table.agrees] a raw shape agrees with the run time that checks it without a table', () => {
  const compiled = compileSchema(shape, { marks: createCallbackMarks(), everyFunctionIsMarked: true });
  if ('cannot' in compiled) throw new Error(compiled.cannot);
  const table = JSON.parse(JSON.stringify(compiled.table)) as SchemaTable;
  const parse = interpret(table, {
    kinds: allKinds,
    checks: allChecks,
    messageOf: (issue) => localeError(issue as Parameters<typeof localeError>[0]),
  });
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

test.run();
