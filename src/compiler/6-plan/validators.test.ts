import type { JsonSchema, ServerModel, ToolModel } from '@service/sdk/model';
import type { Validator } from '@service/sdk/entries';
import { build } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { emptyServer } from '../../../test/support/empty-model.ts';
import { planValidators } from './raw-schemas.ts';

function serverOf(schemas: Readonly<Record<string, JsonSchema>>, inputKind: ToolModel['inputKind'] = 'raw'): ServerModel {
  const tools = Object.entries(schemas).map(([name, inputSchema]): ToolModel => ({
    kind: 'tool',
    id: `tool:${name}`,
    name,
    listedName: name,
    owner: [],
    inputSchema,
    inputKind,
    output: { kind: 'any' },
    visibility: 'public',
  }));
  return { ...emptyServer, tools };
}

/** The generated module, loaded as it would be in a bundle. */
async function load(module: string): Promise<Record<string, Validator>> {
  const result = await build({
    stdin: { contents: module, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    conditions: ['service-source'],
  });
  const text = result.outputFiles[0]?.text ?? '';
  assert.not.ok(text.includes('new Function'), 'nothing is compiled at run time');
  const url = `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
  return ((await import(url)) as { validators: Record<string, Validator> }).validators;
}

test('[I2.raw-schema] raw JSON Schemas are checked by functions written at build', async () => {
  const person: JsonSchema = {
    type: 'object',
    properties: { name: { type: 'string', minLength: 2 }, mail: { type: 'string', format: 'email' } },
    required: ['name'],
    additionalProperties: false,
  };
  const tree: JsonSchema = { $id: 'tool:0', type: 'object', properties: { child: { $ref: '#' } }, unevaluatedProperties: false };
  const { module, diagnostics } = await planValidators(serverOf({ person, tree }).tools, {});
  assert.equal(diagnostics, []);
  const { 'tool:person': checkPerson, 'tool:tree': checkTree } = await load(module ?? '');
  assert.is(checkPerson?.({ name: 'Ada', mail: 'ada@example.com' }), undefined);
  assert.equal(
    checkPerson?.({ name: 'A', mail: 'no' })?.map(({ path }) => path),
    [['name'], ['mail']],
  );
  assert.is(checkPerson?.({ name: 'Ada', 'a/b': 1 })?.length, 1);
  assert.is(checkTree?.({ child: { child: {} } }), undefined);
  assert.ok(checkTree?.({ child: { other: 1 } }) !== undefined);
});

/** The validator of one schema, as a bundle has it. */
async function validatorOf(schema: JsonSchema): Promise<Validator> {
  const { module, diagnostics } = await planValidators(serverOf({ one: schema }).tools, {});
  assert.equal(diagnostics, []);
  const { 'tool:one': check } = await load(module ?? '');
  if (check === undefined) throw new Error('no validator');
  return check;
}

test('[D4.results.input-length] a container with a thousand problems is refused without a look at the rest', async () => {
  const text: JsonSchema = { type: 'string' };
  const node: JsonSchema = { type: 'object', required: ['name'], properties: { next: { $ref: '#/$defs/node' } } };
  const looping: readonly (readonly [name: string, schema: JsonSchema])[] = [
    ['items', { type: 'array', items: text }],
    ['items by reference', { type: 'array', items: { $ref: '#/$defs/node' }, $defs: { node } }],
    ['unevaluatedItems', { type: 'array', prefixItems: [text], unevaluatedItems: text }],
    ['additionalProperties', { type: 'object', additionalProperties: text }],
    ['patternProperties', { type: 'object', patternProperties: { '^k': text } }],
    ['propertyNames', { type: 'object', propertyNames: { maxLength: 1 } }],
    ['unevaluatedProperties', { type: 'object', properties: { a: text }, unevaluatedProperties: text }],
  ];
  const list = ['first', ...Array.from({ length: 50_000 }, () => 1)];
  const keys = Object.fromEntries(list.map((_, at) => [`key${at}`, 1]));
  for (const [name, schema] of looping) {
    const check = await validatorOf(schema);
    const found = check(schema.type === 'array' ? list : keys)?.length ?? 0;
    assert.ok(found >= 100 && found <= 2000, `${name}: ${found}`);
  }
});

test('[D4.results.input-length] problems of one option end no loop of another', async () => {
  const list = (type: string, more: JsonSchema = {}): JsonSchema => ({ type: 'array', items: { type }, ...more });
  for (const join of ['anyOf', 'oneOf']) {
    const check = await validatorOf({ [join]: [list('number'), list('string'), list('boolean', { maxItems: 3 })] });
    const texts: readonly unknown[] = Array.from({ length: 5000 }, () => 'x');
    assert.is(check(texts), undefined, join);
    assert.ok(check([...texts, true]) !== undefined, join);
  }
});

const tagged = (tag: string): JsonSchema => ({
  type: 'object',
  properties: { next: { $ref: '#' }, kind: { const: tag } },
  required: ['kind'],
  additionalProperties: false,
});
const nest = (depth: number, leaf: object): object => (depth === 0 ? leaf : { next: nest(depth - 1, leaf), kind: 'b' });

for (const join of ['oneOf', 'anyOf'])
  test(`[I2.raw-schema] a recursive ${join} costs no more for each level, valid or not`, async () => {
    const check = await validatorOf({ type: 'object', [join]: [tagged('a'), tagged('b'), tagged('c')] });
    assert.is(check(nest(60, { kind: 'c' })), undefined);
    const issues = check(nest(60, { kind: 'd' })) ?? [];
    assert.ok(issues.length > 0 && issues.length < 20_000, `${issues.length} issues`);
    assert.is(check(nest(60, { kind: 'c' })), undefined, 'nothing is kept from call to call');
  });

test('[I2.raw-schema] references between definitions, and members without a check, are validated as before', async () => {
  const check = await validatorOf({
    type: 'object',
    properties: { tree: { $ref: '#/$defs/tree' }, again: { $ref: '#/$defs/tree' } },
    $defs: {
      tree: { anyOf: [{ $ref: '#/$defs/leaf' }, { $ref: '#/$defs/pair' }] },
      leaf: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
      pair: {
        type: 'object',
        properties: { left: { $ref: '#/$defs/tree' }, right: { $ref: '#/$defs/tree' } },
        required: ['left', 'right'],
        unevaluatedProperties: false,
      },
    },
  });
  const leaf = { n: 1 };
  assert.is(check({ tree: { left: leaf, right: { left: leaf, right: leaf } }, again: leaf }), undefined);
  assert.ok(check({ tree: { left: leaf, right: { left: leaf, right: { n: 'x' } } } }) !== undefined);
  assert.ok(check({ tree: { left: leaf, right: leaf, other: 1 } }) !== undefined);
});

test('[I2.raw-schema] repeated items are found in one look at each', async () => {
  const check = await validatorOf({ type: 'object', properties: { list: { type: 'array', uniqueItems: true } } });
  for (const list of [[], [1, '1', true, 'true', null, 'null'], [{ a: 1 }, { a: 2 }, '{"a":1}', ['a']], [0, false, '', {}, []]])
    assert.is(check({ list }), undefined, JSON.stringify(list));
  for (const list of [
    [1, 2, 1],
    [{ a: 1, b: { c: 1, d: 2 } }, 1, { b: { d: 2, c: 1 }, a: 1 }],
    [
      [1, { x: 1 }],
      [1, { x: 1 }],
    ],
    [null, null],
  ])
    assert.equal(
      check({ list })?.map(({ path }) => path),
      [['list']],
      JSON.stringify(list),
    );
  const many = Array.from({ length: 200_000 }, (_, at) => ({ at }));
  assert.is(check({ list: many }), undefined);
  assert.match(check({ list: [...many, { at: 7 }] })?.[0]?.message ?? '', 'items ## 7 and 200000 are identical');
});

test('an invalid raw schema is a finding at its tool', async () => {
  const { module, diagnostics } = await planValidators(
    serverOf({ broken: { type: 'object', properties: { a: { type: 'nonsense' } } } }).tools,
    {},
  );
  assert.is(module, undefined);
  assert.is(diagnostics[0]?.code, 'raw-schema-invalid');
  assert.match(diagnostics[0]?.message ?? '', 'the tool "broken"');
});

test('[I2.raw-schema] names that every object inherits are names like any other', async () => {
  const check = await validatorOf({ type: 'object', properties: { constructor: { type: 'string' } }, required: ['toString'] });
  assert.is(check({ toString: 1 }), undefined);
  assert.is(check({})?.length, 1);
  assert.is(check({ toString: 1, constructor: 2 })?.length, 1);
});

test('a hundred raw schemas have a check each, beside the functions that ajv names', async () => {
  const schemas = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`t${at}`, { type: 'object', maxProperties: at }]));
  const { module = '' } = await planValidators(serverOf(schemas).tools, {});
  const validators = await load(module);
  assert.is(validators['tool:t99']?.({ a: 1 }), undefined);
  assert.is(validators['tool:t0']?.({ a: 1 })?.length, 1);
});

test('tools with other schemas need no validator', async () => {
  assert.equal(await planValidators(serverOf({ a: { type: 'object' } }, 'shape').tools, {}), { diagnostics: [] });
});

test.run();
