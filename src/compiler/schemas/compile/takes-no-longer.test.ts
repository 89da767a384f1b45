/*
 * Compiled schemas beside zod on inputs that are made to cost time: the same verdict, and no more than a few times the time. What counts is
 * the processor's time of this process, the best of several rounds in turns, so that a busy machine decides nothing; work that grows faster
 * than zod's is many times over the bar on the small sizes already.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Callback, TableSchema } from '@service/sdk/schema-table';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as z from 'zod';
import { loadSchemas } from '../../../../test/support/load-schemas.ts';
import {
  adversarialKinds,
  drawnSchema,
  drawnValue,
  recursive as recursiveOf,
  recursiveWithFunctions,
} from '../../../../test/support/schema-kinds/adversarial.ts';
import { markerOf, type Mark } from '../../../../test/support/schema-kinds/index.ts';
import { createCallbackMarks } from './callback-marks.ts';
import { compileSchema } from './compile-schema.ts';

const seed = 20261123;
const maxRatio = 3;
const rounds = 40;
/** As fine as the processor's time is counted here, with what the first calls of a function cost. Milliseconds. */
const grain = 1.5;

const marks = createCallbackMarks();
const callbacks: Record<string, Callback> = {};
const mark = markerOf(marks, callbacks as Parameters<typeof markerOf>[1]);
const kinds = adversarialKinds(mark);

async function compiled(...schemas: readonly z.ZodType[]): Promise<readonly TableSchema[]> {
  const tables = schemas.map((schema) => {
    const made = compileSchema(schema, { marks, everyFunctionIsMarked: true });
    if ('cannot' in made) throw new Error(made.cannot);
    return made.table;
  });
  return loadSchemas(tables, callbacks);
}

const test = suite<{ readonly tables: readonly TableSchema[] }>('takes no longer than zod');
test.before(async (context) => void Object.assign(context, { tables: await compiled(...kinds.map(({ schema }) => schema)) }));

type Schema = Pick<TableSchema, '~standard'> | z.ZodType;
interface Seen {
  readonly verdict: unknown;
  readonly milliseconds: number;
}

/** What a caller sees: issues of issues are not sent, and as a tree they are larger than as what they are. */
function ask(schema: Schema, value: unknown): Seen {
  const before = process.cpuUsage();
  const outcome = schema['~standard'].validate(value);
  const milliseconds = process.cpuUsage(before).user / 1000;
  if (outcome instanceof Promise) throw new Error('nothing here waits');
  const verdict = outcome.issues?.map(({ message, path }) => ({ message, path })) ?? 'accepted';
  return { verdict, milliseconds };
}

/** Throws when the verdicts differ, or when ours stays over the bar for every round. */
function compare(ours: Schema, theirs: Schema, value: unknown): void {
  let best = { ours: Infinity, theirs: Infinity };
  for (let round = 0; round < rounds; round++) {
    const [one, other] = [ask(ours, value), ask(theirs, value)];
    if (round === 0) assert.ok(isDeepStrictEqual(one.verdict, other.verdict), 'another verdict than zod');
    best = { ours: Math.min(best.ours, one.milliseconds), theirs: Math.min(best.theirs, other.milliseconds) };
    if (round > 0 && best.ours <= maxRatio * best.theirs + grain) return;
  }
  throw new Error(`${best.ours.toFixed(2)} ms, zod ${best.theirs.toFixed(2)} ms`);
}

for (const [at, { name, schema, inputs }] of kinds.entries())
  test(`[P5.schema-table.time] ${name}: no more than ${maxRatio} times the time of zod`, ({ tables }) => {
    const table = tables[at];
    if (table === undefined) throw new Error(name);
    // Small ones first: what doubles with each level is over the bar long before it holds up the test.
    for (const size of [4, 8, 12, 60]) for (const input of inputs(size)) compare(table, schema, input);
  });

test('[P5.schema-table.time] schemas and values drawn at random take no longer', async () => {
  const drawn = fc.sample(drawnSchema, { numRuns: 40, seed });
  const schemas = drawn.map((make) => make(mark));
  const tables = await compiled(...schemas);
  for (const [at, schema] of schemas.entries())
    fc.assert(
      fc.property(drawnValue, (value) => compare(tables[at] ?? schema, schema, value)),
      { numRuns: 40, seed: seed + at },
    );
});

test('[P5.schema-table.callbacks] a value that comes again takes no answer of another one', async () => {
  const [asked] = await compiled(recursiveWithFunctions(mark, (answer) => Promise.resolve(answer)));
  // zod itself takes a value that two options wait for as a cycle and accepts it unchecked; asked without waiting it does not.
  const settled = recursiveWithFunctions(mark, (answer) => answer);
  await fc.assert(
    fc.asyncProperty(drawnValue, async (value) => {
      const [ours, theirs] = [await asked?.['~standard'].validate(value), await settled['~standard'].validate(value)];
      assert.equal(
        ours?.issues?.map(({ message }) => message),
        theirs.issues?.map(({ message }) => message),
      );
      if (theirs.issues === undefined) assert.equal(ours, { value: theirs.value });
    }),
    { numRuns: 1000, seed },
  );
});

/** Gives answers later, as a question to a database does. */
const markLater: Mark = (fn) => {
  const later = async (...values: never[]): Promise<unknown> => fn(...values);
  return mark(later) as typeof fn;
};

test('[P5.schema-table.callbacks] drawn schemas whose functions wait say what zod says of those that do not', async () => {
  const drawn = fc.sample(drawnSchema, { numRuns: 40, seed });
  const settled = drawn.map((make) => make(mark));
  const tables = await compiled(...drawn.map((make) => make(markLater)));
  for (const [at, theirs] of settled.entries())
    await fc.assert(
      fc.asyncProperty(drawnValue, async (value) => {
        const [ours, expected] = [await tables[at]?.['~standard'].validate(value), await theirs['~standard'].validate(value)];
        const messages = (outcome: typeof ours | typeof expected) => outcome?.issues?.map(({ message, path }) => ({ message, path }));
        assert.equal(messages(ours), messages(expected));
        if (expected.issues === undefined) assert.equal(ours, { value: expected.value });
      }),
      { numRuns: 40, seed: seed + at },
    );
});

test('[P5.schema-table.time] a tree whose functions wait is read and asked about a few times, however deep it is', async () => {
  let asked = 0;
  // What goes on asking would never give the test its turn.
  const holds = markLater(() => assert.ok(++asked <= 1000, 'asked without end') === undefined);
  const [one, both] = await compiled(
    recursiveOf((self) => z.object({ list: z.array(z.string()), next: self.optional() }).refine(holds)),
    recursiveOf((self) =>
      z.union([
        z.object({ kind: z.literal('a'), list: z.array(z.string()), next: self.optional() }).refine(holds),
        z.object({ kind: z.literal('b'), list: z.array(z.string()), next: self.optional() }).refine(holds),
      ]),
    ),
  );
  for (const schema of [one, both])
    for (const depth of [1, 12, 60]) {
      asked = 0;
      let read = 0;
      let tree: object = { kind: 'a', list: [] };
      for (let level = 0; level < depth; level++) {
        const next = tree;
        tree = {
          kind: 'a',
          next,
          get list() {
            read++;
            return ['x'];
          },
        };
      }
      assert.is((await schema?.['~standard'].validate(tree))?.issues, undefined);
      assert.is(asked, depth + 1);
      assert.ok(read <= 8 * depth, `${read} reads of ${depth} levels`);
    }
});

test.run();
