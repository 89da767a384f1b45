import type { Callback, TableSchema } from '@service/sdk/schema-table';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as z from 'zod';
import en from 'zod/v4/locales/en.js';
import { loadSchemas } from '../../../../test/support/load-schemas.ts';
import { createCallbackMarks } from './callback-marks.ts';
import { compileSchema } from './compile-schema.ts';
import { usesDefaultMessages } from './default-messages.ts';

const marks = createCallbackMarks();
const compile = (schema: z.ZodType, everyFunctionIsMarked = true): ReturnType<typeof compileSchema> =>
  compileSchema(schema, { marks, everyFunctionIsMarked });
const reasonOf = (schema: z.ZodType, everyFunctionIsMarked?: boolean): string => {
  const compiled = compile(schema, everyFunctionIsMarked);
  return 'cannot' in compiled ? compiled.cannot : 'compiled';
};
async function parserOf(schema: z.ZodType, callbacks: Record<string, Callback> = {}): Promise<TableSchema['~standard']['validate']> {
  const compiled = compile(schema);
  if ('cannot' in compiled) throw new Error(compiled.cannot);
  const [loaded] = await loadSchemas([compiled.table], callbacks);
  if (loaded === undefined) throw new Error('nothing was loaded');
  return loaded['~standard'].validate;
}

const unmarked = 'is not in the project';

for (const [name, schema, reason] of [
  ['a refinement', z.string().refine((text) => text !== ''), unmarked],
  ['a superRefine', z.string().superRefine(() => undefined), unmarked],
  ['a check', z.string().check(() => undefined), unmarked],
  ['a transform', z.string().transform((text) => text.length), unmarked],
  ['an overwrite', z.string().overwrite((text) => `${text} `), unmarked],
  ['a codec', z.codec(z.string(), z.number(), { decode: Number, encode: String }), unmarked],
  ['a catch function', z.string().catch(() => 'x'), unmarked],
  ['an error function', z.string({ error: () => 'no' }), unmarked],
  ['a format function', z.stringFormat('x', (text) => text === 'x'), unmarked],
  ['a promise', z.promise(z.string()), '`z.promise`'],
  ['a file', z.file(), '`z.file`'],
  ['a class', z.instanceof(URL), '`z.instanceof`'],
  ['a class as a default', z.any().default(new URL('http://a.b')), 'an instance of a class'],
  ['a symbol literal', z.record(z.symbol(), z.string()).default({ [Symbol.iterator]: 'x' }), 'instance'],
] as const) {
  test(`[P5.schema-table.keeps-zod] ${name} without a mark keeps zod`, () => {
    assert.ok(reasonOf(schema).includes(reason), reasonOf(schema));
  });
}

test('[P5.schema-table.keeps-zod] a default is only a constant where every function is marked', () => {
  assert.is(reasonOf(z.string().default('x')), 'compiled');
  assert.ok(reasonOf(z.string().default('x'), false).startsWith('a default'));
});

test('[P5.schema-table.keeps-zod] settings of zod for the whole process keep zod', () => {
  const before = z.config().localeError;
  z.config(z.locales.de());
  assert.ok(reasonOf(z.string()).includes('locale'));
  z.config({ localeError: before });
  z.config({ customError: () => 'no' });
  assert.ok(reasonOf(z.string()).includes('customError'));
  z.config({ customError: undefined });
  assert.is(reasonOf(z.string()), 'compiled');
});

test('[P5.schema-table.keeps-zod] values that are not zod schemas are refused', () => {
  const compiled = compileSchema({ '~standard': {} }, { marks, everyFunctionIsMarked: true });
  assert.ok('cannot' in compiled && compiled.cannot.includes('another library'));
});

test('[P5.schema-table.callbacks] a function that waits is asked once, and so are those before it', async () => {
  const asked: string[] = [];
  const sync: Callback = (text) => {
    asked.push(`sync ${String(text)}`);
    return true;
  };
  const waits: Callback = async (text) => {
    asked.push(`waits ${String(text)}`);
    await Promise.resolve();
    return text !== 'b';
  };
  const field = z
    .string()
    .refine(marks.mark('sync', sync) as () => boolean)
    .refine(marks.mark('waits', waits) as () => boolean, 'no b');
  const parse = await parserOf(z.array(field), { sync, waits });
  const outcome = await parse(['a', 'b']);
  assert.equal(asked, ['sync a', 'waits a', 'sync b', 'waits b']);
  assert.equal(
    outcome.issues?.map(({ path, message }) => ({ path, message })),
    [{ path: [1], message: 'no b' }],
  );
});

test('[P5.schema-table.callbacks] what a function throws reaches the caller', async () => {
  const fails: Callback = () => {
    throw new Error('broken');
  };
  const parse = await parserOf(z.string().refine(marks.mark('fails', fails) as () => boolean), { fails });
  assert.throws(() => parse('a'), /broken/);
});

test('[P5.schema-table.callbacks] a function may call the same parser', async () => {
  const again: unknown[] = [];
  const nested: Callback = (value) => {
    if (value === 'outer') again.push(parse('inner'), parse(1));
    return value !== 'outer';
  };
  const parse = await parserOf(z.string().refine(marks.mark('nested', nested) as () => boolean), { nested });
  const outcome = parse('outer');
  assert.ok(!(outcome instanceof Promise) && outcome.issues?.length === 1);
  const message = 'Invalid input: expected string, received number';
  assert.equal(again, [{ value: 'inner' }, { issues: [{ expected: 'string', code: 'invalid_type', path: [], message }] }]);
});

test('[P5.schema-table.agrees] the sentences of zod are those that a bundle has', () => {
  assert.ok(usesDefaultMessages(en().localeError));
  assert.not(usesDefaultMessages(z.locales.de().localeError));
  const { localeError } = en();
  // One word in one sentence is enough to take the library's own.
  assert.not(usesDefaultMessages((issue: Parameters<typeof localeError>[0]) => (localeError(issue) as string).replace('ISO date', 'date')));
});

test('a compiled object takes no prototype from its input', async () => {
  const parse = await parserOf(z.looseObject({ a: z.string() }));
  const outcome = parse(JSON.parse('{"a":"x","__proto__":{"admin":true}}'));
  if (outcome instanceof Promise || outcome.issues !== undefined) throw new Error('refused');
  assert.is(Object.getPrototypeOf(outcome.value), Object.prototype);
  assert.not('admin' in Object(outcome.value));
});

test('each call gets a default of its own', async () => {
  const parse = await parserOf(z.object({ list: z.array(z.string()).default([]) }));
  const first = parse({});
  const second = parse({});
  if (first instanceof Promise || second instanceof Promise || first.issues !== undefined || second.issues !== undefined)
    throw new Error('refused');
  assert.is.not(Reflect.get(Object(first.value), 'list'), Reflect.get(Object(second.value), 'list'));
});

test('an oversized list is refused before its items are looked at', async () => {
  let looked = 0;
  const look: Callback = () => (looked += 1) > 0;
  const parse = await parserOf(z.array(z.string().refine(marks.mark('look', look) as () => boolean)).max(2), { look });
  const outcome = parse(['a', 'b', 'c']);
  assert.ok(!(outcome instanceof Promise) && outcome.issues?.length === 1);
  assert.is(looked, 0);
});

test.run();
