import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDirect } from '@service/sdk';
import { Service, tool } from '../define/index.ts';
import { compileSchema } from './index.ts';

const problemsOf = (schema: object, value: unknown): readonly string[] =>
  (compileSchema(schema)(value) ?? []).map(({ message, path }) => `${path.join('.')}: ${message}`);

const names = ['a', 'b', '__proto__', 'constructor'];
const name = fc.constantFrom(...names);
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc.constantFrom(null, true, 0, 1, 2.5, -3, '', 'a', 'ab', '😀'),
    fc.array(tie('value'), { maxLength: 3 }),
    // As JSON has it: `__proto__` is a name like any other.
    fc.array(fc.tuple(name, tie('value')), { maxLength: 3 }).map((pairs) => JSON.parse(textOf(pairs)) as unknown),
  ),
})).value;
const textOf = (pairs: readonly (readonly [string, unknown])[]): string =>
  `{${pairs.map(([key, part]) => `${JSON.stringify(key)}:${JSON.stringify(part)}`).join(',')}}`;

const number = fc.integer({ min: 0, max: 3 });
const type = fc.constantFrom('string', 'number', 'integer', 'object', 'array', 'null', 'boolean');
const schema = fc.letrec<{ schema: unknown; map: unknown }>((tie) => ({
  // ajv leaves the name `__proto__` out of what it evaluates.
  map: fc.dictionary(fc.constantFrom('a', 'b', 'constructor'), tie('schema'), { maxKeys: 3 }),
  schema: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc.boolean(),
    fc.record({ type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 2 })) }),
    fc.record(
      {
        minimum: number,
        maximum: number,
        exclusiveMinimum: number,
        exclusiveMaximum: number,
        multipleOf: fc.constantFrom(1, 2, 0.5),
        minLength: number,
        maxLength: number,
        pattern: fc.constantFrom('^a', 'b$', '.'),
        minItems: number,
        maxItems: number,
        uniqueItems: fc.boolean(),
        minProperties: number,
        maxProperties: number,
        required: fc.uniqueArray(name, { maxLength: 2 }),
        dependentRequired: fc.dictionary(fc.constantFrom('a', 'b'), fc.uniqueArray(name, { minLength: 1, maxLength: 2 })),
        enum: fc.array(value, { minLength: 1, maxLength: 3 }),
        const: value,
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        properties: tie('map'),
        patternProperties: fc.dictionary(fc.constantFrom('^a', 'c'), tie('schema'), { maxKeys: 2 }),
        additionalProperties: tie('schema'),
        propertyNames: tie('schema'),
        unevaluatedProperties: tie('schema'),
        dependentSchemas: tie('map'),
        prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        items: tie('schema'),
        unevaluatedItems: tie('schema'),
      },
      { requiredKeys: [] },
    ),
    // Beside `unevaluatedItems` ajv does not count what `contains` has looked at, as the tests of the draft do.
    fc.record({ contains: tie('schema'), minContains: number, maxContains: number }, { requiredKeys: [] }),
    fc.record(
      {
        allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
        not: tie('schema'),
        if: tie('schema'),
        then: tie('schema'),
        else: tie('schema'),
        properties: tie('map'),
        $ref: fc.constantFrom('#/$defs/a', '#/$defs/b'),
        unevaluatedProperties: tie('schema'),
      },
      { requiredKeys: [] },
    ),
  ),
}));
const document = fc.record({ $defs: fc.record({ a: schema.schema, b: schema.schema }), allOf: fc.tuple(schema.schema) });

test('[B6.raw-schema] what holds is what holds for the validator of builds', () => {
  let compared = 0;
  fc.assert(
    fc.property(document, fc.array(value, { minLength: 3, maxLength: 8 }), (made, values) => {
      const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, ownProperties: true, logger: false });
      const wanted = ajv.compile(JSON.parse(JSON.stringify(made)) as object);
      const check = compileSchema(made);
      for (const one of values) {
        let peer: boolean;
        try {
          peer = wanted(one);
        } catch (error) {
          if (error instanceof RangeError) continue; // a definition that refers to itself: ajv runs out of stack
          throw error;
        }
        compared++;
        assert.is(check(one) === undefined, peer, `${JSON.stringify(made)} for ${JSON.stringify(one)}`);
      }
    }),
    { numRuns: 400, seed: 20 },
  );
  assert.ok(compared > 1500, `${compared} were compared`);
});

test('[B6.raw-schema] it says what is wrong and where, as the validator of builds does', () => {
  const shop = {
    type: 'object',
    properties: { n: { type: 'integer', minimum: 1 }, tags: { type: 'array', items: { type: 'string', maxLength: 2 } } },
    required: ['n'],
    additionalProperties: false,
  };
  const values = [{}, { n: 0 }, { n: 'x' }, { n: 1, more: 1 }, { n: 1, tags: ['abc', 4] }, []];
  const peer = new Ajv2020({ strict: false, allErrors: true }).compile(shop);
  for (const one of values) {
    peer(one);
    const wanted = (peer.errors ?? []).map(({ instancePath, keyword, message }) => {
      const member = keyword === 'additionalProperties' ? ': "more"' : '';
      return `${instancePath.slice(1).replaceAll('/', '.')}: ${message}${member}`;
    });
    assert.equal([...problemsOf(shop, one)].toSorted(), wanted.toSorted());
  }
});

test('[B6.raw-schema] formats only annotate, and a pattern that is invalid or too long is refused', () => {
  assert.equal(problemsOf({ format: 'email' }, 'none'), []);
  assert.throws(() => compileSchema({ pattern: 'a'.repeat(1001) }), 'at /pattern: a pattern has up to 1000 characters');
  assert.throws(
    () => compileSchema({ properties: { a: { pattern: '(' } } }),
    'at /properties/a/pattern: it is no regular expression: Invalid regular expression: /(/',
  );
});

test('[B6.raw-schema] a schema that cannot be used is refused with the place', () => {
  const cases: readonly (readonly [schema: unknown, text: string])[] = [
    [{ $ref: '#/$defs/none' }, 'at /: "#/$defs/none" leads nowhere: there is no such part'],
    [{ items: { $ref: 'https://shop.example/line.json' } }, 'at /items: "https://shop.example/line.json" leads nowhere: only what'],
    [{ type: 'text' }, 'at /type: "text" is no type'],
    [{ properties: { 'a/b': 1 } }, 'at /properties/a~1b: a schema is an object, true or false'],
    [{ required: 'a' }, 'at /required: it is a list of names'],
    [{ allOf: {} }, 'at /allOf: it is no list'],
    [{ minLength: '3' }, 'at /minLength: it is no number'],
    ['text', 'at /: a schema is an object, true or false'],
    [{ const: 1n }, 'it is no JSON'],
  ];
  for (const [bad, text] of cases) assert.throws(() => compileSchema(bad), text);
});

test('[B6.raw-schema] no value and no schema holds it up', () => {
  const selfish = compileSchema({ $ref: '#' });
  assert.match(selfish({})?.[0]?.message ?? '', /too many references/);
  const tree = {
    $defs: {
      node: { oneOf: [{ $ref: '#/$defs/inner' }, { $ref: '#/$defs/inner' }, { type: 'null' }] },
      inner: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } },
    },
    $ref: '#/$defs/node',
  }; // oxfmt
  let deep: unknown = null;
  for (let level = 0; level < 60; level++) deep = { next: deep };
  assert.ok(compileSchema(tree)(deep) !== undefined, 'two options hold on each level, and each object is looked at once');
  const long = compileSchema({ items: { type: 'string' } })(Array.from({ length: 200_000 }, () => 1));
  assert.is(long?.length, 100);
  const dynamic = compileSchema({
    $dynamicAnchor: 'x',
    oneOf: [{ type: 'null' }, { properties: { next: { $dynamicRef: '#x' } } }, { properties: { next: { $dynamicRef: '#x' } } }],
  }); // oxfmt
  assert.ok(dynamic(deep) !== undefined);
});

test('[B6.raw-schema] an uncompiled server checks arguments by raw JSON Schemas, and does not start with a bad one', async () => {
  const serverOf = (rawInputSchema: Readonly<Record<string, unknown>>) => {
    class Raw {}
    Service({ info: { name: 'r', version: '1' }, tools: [tool({ name: 'raw', rawInputSchema } as never)(() => 'called')] })(Raw);
    return Raw;
  };
  const server = await createDirect(serverOf({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }));
  assert.equal((await server.callTool('raw', { city: 'Oslo' })).content, [{ type: 'text', text: '{"value":"called"}' }]);
  const refused = await server.callTool('raw', {}).then(JSON.stringify, String);
  assert.match(refused, "must have required property 'city'");
  await server.dispose();
  const failure = await createDirect(serverOf({ type: 'object', properties: { a: { $ref: '#/none' } } })).then(() => 'started', String);
  assert.match(failure, '`rawInputSchema` of the tool "raw" is no JSON Schema 2020-12: at /properties/a: "#/none" leads nowhere');
});

test.run();
