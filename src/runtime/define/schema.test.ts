import { Ajv2020 } from 'ajv/dist/2020.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as z from 'zod';
import { issueLines, joinShape, jsonSchemaOfInput, parseWith } from './index.ts';

const shape = {
  name: z.string(),
  age: z.number().optional(),
  unit: z.enum(['C', 'F']).default('C'),
  tags: z.array(z.string()).nullish(),
  when: z.iso.date().transform((text) => text.length),
};

test('[D4.authoring.shape] a raw shape parses exactly as z.object of it', async () => {
  const inputs: unknown[] = [
    { name: 'x', when: '2020-01-01' },
    { name: 'x', when: '2020-01-01', age: undefined, extra: 1, constructor: 1 },
    { name: 'x', age: 'no', when: '2020-01-01' },
    JSON.parse('{"__proto__":{"name":"x"},"when":"2020-01-01"}'),
    { when: 5, tags: ['a', 1] },
    null,
    [],
    'text',
  ];
  for (const input of inputs) {
    const ours = await parseWith(shape, input);
    const theirs = z.object(shape).safeParse(input);
    if (theirs.success) assert.equal(ours, { value: theirs.data });
    else if (typeof input === 'object' && input !== null && !Array.isArray(input)) {
      assert.equal(
        ours.issues?.map(({ path, message }) => [path, message]),
        theirs.error.issues.map(({ path, message }) => [path, message]),
      );
    } else assert.is(ours.issues?.length, 1);
  }
});

test('[D4.authoring.shape-schema] the JSON Schema of a raw shape is that of z.object of it', () => {
  const { when: _when, ...plain } = shape;
  assert.equal(joinShape(plain, 'input'), jsonSchemaOfInput(z.object(plain), 'input'));
  assert.equal(joinShape(plain, 'output'), jsonSchemaOfInput(z.object(plain), 'output'));
});

test('[D4.authoring.tuple] a closed tuple is listed by its length alone, an open one by its rest, a value that looks like one as it is', () => {
  const looksClosed = { prefixItems: [1], items: false, maxItems: 1 };
  const listed = jsonSchemaOfInput(
    z.object({
      closed: z.tuple([z.string(), z.number()]),
      open: z.tuple([z.string()], z.number()),
      empty: z.tuple([]),
      given: z.record(z.string(), z.json()).default(looksClosed),
    }),
  );
  const { closed, open, empty, given } = Object(listed['properties']) as Record<string, object>;
  const prefixItems = [{ type: 'string' }, { type: 'number' }];
  assert.equal(closed, { type: 'array', prefixItems, minItems: 2, maxItems: 2 });
  assert.equal(open, { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' }, minItems: 1 });
  // 2020-12 knows no list of places without a place: a client's validator would refuse the tool.
  assert.equal(empty, { type: 'array', maxItems: 0 });
  assert.equal(Reflect.get(Object(given), 'default'), looksClosed);
});

test('halves of an intersection that are no single object are listed open, so that what fits both is valid', () => {
  const half = (key: string) => z.object({ [key]: z.string(), inner: z.object({ n: z.number() }) });
  const joined = z.object({ value: z.intersection(z.union([half('a'), half('b')]), z.union([half('c'), half('d')])) });
  const { properties } = jsonSchemaOfInput(joined, 'output');
  const halves = JSON.stringify(properties);
  const validate = new Ajv2020({ strict: false }).compile(jsonSchemaOfInput(joined, 'output'));
  assert.ok(validate({ value: { a: 'x', d: 'x', inner: { n: 1 } } }), JSON.stringify(validate.errors));
  assert.not.ok(validate({ value: { a: 'x', inner: { n: 1 } } }));
  assert.is(halves.split('"additionalProperties":false').length - 1, 4, 'objects inside stay closed');
});

test('[D4.authoring.defs] definitions of two fields are hoisted apart and their references follow', () => {
  const Tree = z.object({
    v: z.string(),
    get kids() {
      return z.array(Tree);
    },
  });
  const List = z.object({
    n: z.number(),
    get next() {
      return List.optional();
    },
  });
  const joined = joinShape({ tree: Tree, trees: z.array(Tree), lists: z.array(List) }, 'input');
  const refs = [...JSON.stringify(joined).matchAll(/"\$ref":"#([^"]*)"/g)].map(([, pointer]) => String(pointer));
  assert.ok(refs.length >= 4);
  for (const pointer of refs) {
    const found = pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((node, key) => Reflect.get(Object(node), key), joined);
    assert.ok(typeof found === 'object' && found !== null, pointer);
  }
  assert.ok(refs.includes('/properties/tree'));
});

test('[P5.schema-table.time] an answer names a hundred problems and counts the others', () => {
  const issues = Array.from({ length: 100_000 }, (_, at) => ({ message: 'wrong', path: ['list', at] }));
  const lines = issueLines(issues);
  assert.equal([lines.length, lines[0], lines[99], lines[100]], [101, 'list.0: wrong', 'list.99: wrong', 'and 99900 more']);
  assert.equal(issueLines(issues.slice(0, 100)).length, 100);
});

test('[D4.results.input-length] a hundred problems below one long key are no hundred long keys', () => {
  const key = 'k'.repeat(1_000_000);
  const issues = Array.from({ length: 100 }, (_, at) => ({ message: 'wrong', path: [key, { key }, at] }));
  assert.ok(issueLines([...issues, { message: key }]).every((line) => line.length <= 2000));
});

test('[schemas.format-pattern] a format is listed without the pattern that it stands for', () => {
  const at = (schema: z.ZodType): unknown => joinShape({ at: schema }, 'input')['properties'];
  assert.equal(at(z.iso.datetime()), { at: { type: 'string', format: 'date-time' } });
  assert.equal(at(z.iso.date()), { at: { type: 'string', format: 'date' } });
  assert.equal(at(z.ipv4()), { at: { type: 'string', format: 'ipv4' } });
  for (const [schema, part] of [
    [z.iso.datetime({ precision: 3 }), '{3}'],
    [z.uuidv4(), '-4['],
    [z.iso.date().regex(/^2026/), '^2026'],
    [z.string().regex(/^a/), '^a'],
  ] as const)
    assert.ok(JSON.stringify(at(schema)).includes(part), `what the format does not say stays: ${part}`);
});

test('a schema that JSON Schema cannot say names its field', () => {
  assert.throws(() => joinShape({ at: z.date() }, 'input'), /"at" does not convert to JSON Schema 2020-12/);
});

test.run();
