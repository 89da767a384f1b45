import { isDeepStrictEqual, inspect } from 'node:util';
import { allChecks, allKinds, interpret, type Callback, type SchemaTable, type TableOutcome } from '@service/sdk/schema-table';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import en from 'zod/v4/locales/en.js';
import { createCallbackMarks } from './callback-marks.ts';
import { compileSchema } from './compile-schema.ts';
import { inputNear, markerOf, sampleKinds, type SampleKind } from '../../../../fixtures/support/schema-kinds/index.ts';

/** CONTRIBUTING.md: `SCHEMA_VALUES=10000` before a release. */
const values = Number(process.env['SCHEMA_VALUES'] ?? 1000);
const seed = 20261121;

const { localeError } = en();
const messageOf = (issue: object): unknown => localeError(issue as Parameters<typeof localeError>[0]);

const marks = createCallbackMarks();
const callbacks: Record<string, Callback> = {};
const kinds = sampleKinds(markerOf(marks, callbacks as Parameters<typeof markerOf>[1]));

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

for (const kind of kinds) test(`[P5.schema-table.agrees] ${kind.name} agrees with zod`, () => compare(kind));

async function compare({ schema, inputs, onesided, waits }: SampleKind): Promise<void> {
  const compiled = compileSchema(schema, { marks, everyFunctionIsMarked: true });
  if ('cannot' in compiled) return assert.unreachable(compiled.cannot);
  // Through text, as it reaches a bundle.
  const parse = interpret(JSON.parse(JSON.stringify(compiled.table)) as SchemaTable, {
    kinds: allKinds,
    checks: allChecks,
    messageOf,
    callbacks,
  });
  let last = '';
  const count = { accepted: 0, refused: 0 };
  const check = async (input: unknown): Promise<void> => {
    last = '';
    const theirs = await answerOf(() => schema['~standard'].validate(input), waits);
    const ours = await answerOf(() => parse(input), waits);
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
