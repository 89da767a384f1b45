import type { TableSchema } from '@service/sdk/schema-table';
import * as z from 'zod';
import { loadSchemas } from '../../../test/support/load-schemas.ts';
import { createCallbackMarks } from '../../../src/compiler/schemas/compile/callback-marks.ts';
import { compileSchema } from '../../../src/compiler/schemas/compile/compile-schema.ts';
import { interleave, type Comparison } from './interleave.ts';

export interface UnionInput {
  readonly depth: number;
  readonly isValid: boolean;
}

type Schema = Pick<TableSchema, '~standard'> | z.ZodType;

/** The tag comes last, so that a validator which takes options one after the other reads every level below first. */
const node: z.ZodType = z.lazy(() => recursiveUnion);
const recursiveUnion = z.union([
  z.object({ next: node.optional(), kind: z.literal('a') }),
  z.object({ next: node.optional(), kind: z.literal('b') }),
]);

/** Levels that one measurement walks: enough that a millisecond is a small part of it. Reports of what is wrong cost far more. */
const levels = { valid: 100_000, invalid: 5_000 };
const rounds = 11;

/** The compiled validator of a recursive tagged union beside zod's own, on the same value. */
export async function compareRecursiveUnion({ depth, isValid }: UnionInput): Promise<Comparison> {
  const marks = createCallbackMarks();
  const made = compileSchema(recursiveUnion, { marks, everyFunctionIsMarked: true });
  if ('cannot' in made) throw new Error(made.cannot);
  const [ours] = await loadSchemas([made.table], {});
  if (ours === undefined) throw new Error('no validator was compiled');
  let value: unknown = { kind: isValid ? 'b' : 'c' };
  for (let level = 1; level < depth; level += 1) value = { kind: 'b', next: value };
  for (const schema of [ours, recursiveUnion]) if (accepts(schema, value) !== isValid) throw new Error('another verdict than expected');
  const count = levels[isValid ? 'valid' : 'invalid'] / depth;
  return interleave(
    rounds,
    () => timed(ours, value, count),
    () => timed(recursiveUnion, value, count),
  );
}

function accepts(schema: Schema, value: unknown): boolean {
  const outcome = schema['~standard'].validate(value);
  if (outcome instanceof Promise) throw new Error('nothing here waits');
  return outcome.issues === undefined;
}

function timed(schema: Schema, value: unknown, count: number): Promise<number> {
  const before = performance.now();
  for (let turn = 0; turn < count; turn += 1) accepts(schema, value);
  return Promise.resolve(performance.now() - before);
}
