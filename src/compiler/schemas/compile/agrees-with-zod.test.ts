import { isDeepStrictEqual, inspect } from 'node:util';
import type { Callback, SchemaTable, TableOutcome, TableSchema } from '@service/sdk/schema-table';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCallbackMarks } from './callback-marks.ts';
import { compileSchema } from './compile-schema.ts';
import { loadSchemas } from '../../../../test/support/load-schemas.ts';
import { inputNear, markerOf, sampleKinds, type SampleKind } from '../../../../test/support/schema-kinds/index.ts';

/** CONTRIBUTING.md: `SCHEMA_VALUES=10000` before a release. */
const values = Number(process.env['SCHEMA_VALUES'] ?? 1000);
const seed = 20261121;

const marks = createCallbackMarks();
const callbacks: Record<string, Callback> = {};
const kinds = sampleKinds(markerOf(marks, callbacks as Parameters<typeof markerOf>[1]));

const test = suite<{ readonly schemas: readonly TableSchema[] }>('agrees with zod');

/** All of them in one module, printed and bundled as it is for a server. */
test.before(async (context) => {
  const tables = kinds.map(({ schema }) => {
    const compiled = compileSchema(schema, { marks, everyFunctionIsMarked: true });
    if ('cannot' in compiled) throw new Error(compiled.cannot);
    return JSON.parse(JSON.stringify(compiled.table)) as SchemaTable;
  });
  Object.assign(context, { schemas: await loadSchemas(tables, callbacks) });
});

/** Either library's answer, or what it threw. */
async function answerOf(run: () => unknown, sorted = false): Promise<object> {
  try {
    const outcome = (await run()) as TableOutcome;
    return outcome.issues === undefined ? { value: outcome.value } : { issues: sorted ? outcome.issues.toSorted(byPlace) : outcome.issues };
  } catch (error) {
    return { thrown: error instanceof Error ? error.message : String(error) };
  }
}

const byPlace = (left: { path: unknown }, right: { path: unknown }): number =>
  JSON.stringify(left.path).localeCompare(JSON.stringify(right.path));

for (const [at, kind] of kinds.entries())
  test(`[P5.schema-table.agrees] ${kind.name} agrees with zod`, ({ schemas }) => compare(kind, schemas[at]));

async function compare({ schema, inputs, onesided, waits }: SampleKind, compiled: TableSchema | undefined): Promise<void> {
  let last = '';
  const count = { accepted: 0, refused: 0 };
  const check = async (input: unknown): Promise<void> => {
    last = '';
    const theirs = await answerOf(() => schema['~standard'].validate(input), waits);
    const ours = await answerOf(() => compiled?.['~standard'].validate(input), waits);
    count['value' in theirs ? 'accepted' : 'refused']++;
    if (isDeepStrictEqual(ours, theirs)) return;
    last = `for ${inspect(input, { depth: 9 })}\nzod:   ${inspect(theirs, { depth: 9 })}\ntable: ${inspect(ours, { depth: 9 })}`;
    throw new Error(last);
  };
  for (const input of inputs) await check(input);
  await fc.assert(fc.asyncProperty(inputNear(inputs), check), { numRuns: values, seed }).catch((error: unknown) => {
    // fast-check names the input; what both sides said of it is what explains the failure.
    throw last === '' ? error : new Error(last);
  });
  if (onesided !== true) {
    assert.ok(count.accepted > 0, 'nothing was accepted');
    assert.ok(count.refused > 0, 'nothing was refused');
  }
}

test.run();
