/* Schemas of arguments: references, cycles, null, names, and the size of what one tool lists. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileSchema } from '@service/sdk/json-schema';
import type { JsonObject } from '@service/sdk/model';
import { withSchemas } from '../../../packages/adapters/src/tool-schemas.ts';
import { prepared, preparedPaths } from './openapi-project.ts';

const body = (schema: object, more: object = {}): object => ({
  post: { operationId: 'send', requestBody: { content: { 'application/json': { schema } }, ...more }, responses: {} },
});

async function schemaOf(schema: object, components: object = {}, version = '3.0.3'): Promise<JsonObject> {
  const document = { openapi: version, info: {}, paths: { '/a': body(schema) }, components: { schemas: components } };
  const { api } = await prepared({ 'openapi.json': JSON.stringify(document) });
  const [operation] = api.operations;
  assert.ok(operation);
  return withSchemas(operation.input, api.schemas, operation);
}

const accepts = (schema: JsonObject, value: unknown): boolean => compileSchema(schema)({ body: value }) === undefined;

test('[A13.pruned] a schema that leads to itself is kept, and only what an operation reaches is listed', async () => {
  const tree = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
  };
  const schema = await schemaOf({ $ref: '#/components/schemas/Tree', description: 'x' }, { Tree: tree, Unused: { type: 'string' } });
  assert.equal(Object.keys(schema['$defs'] as object), ['Tree']);
  assert.ok(accepts(schema, { name: 'a', children: [{ name: 'b', children: [] }] }));
  assert.not.ok(accepts(schema, { name: 'a', children: [{ children: [] }] }));
});

test('[A13.nullable] null is allowed beside a type, a reference, a combination and an enum, and nowhere else', async () => {
  const components = { Pet: { type: 'object' }, Color: { type: 'string', enum: ['red'], nullable: true } };
  const nullable: readonly object[] = [
    { type: 'string', nullable: true },
    { $ref: '#/components/schemas/Pet', nullable: true },
    { allOf: [{ $ref: '#/components/schemas/Pet' }], nullable: true },
    { oneOf: [{ type: 'string' }, { type: 'number' }], nullable: true },
    { type: 'string', enum: ['a'], nullable: true },
    { enum: ['a'], nullable: true },
    { type: 'string', enum: ['a', null], nullable: true },
    { type: 'string', enum: [null], nullable: true },
    { type: ['string', 'null'], nullable: true },
    { $ref: '#/components/schemas/Color' },
  ];
  for (const inner of nullable)
    assert.ok(accepts(await schemaOf({ type: 'array', items: inner }, components), [null]), JSON.stringify(inner));
  assert.not.match(JSON.stringify(await schemaOf({ type: 'array', items: nullable[0] ?? {} }, components)), /"type":\[/);
  for (const inner of [{ type: 'string', nullable: false }, { type: 'string' }])
    assert.not.ok(accepts(await schemaOf({ type: 'array', items: inner }), [null]));
  assert.ok(accepts(await schemaOf({ type: 'array', items: { type: 'string', nullable: false } }), ['a']));
});

test('[A13.nullable] schemas of older versions become JSON Schema 2020-12', async () => {
  const schema = await schemaOf({
    type: 'array',
    items: { type: 'integer', minimum: 3, exclusiveMinimum: true, exclusiveMaximum: false, maximum: 9 },
  });
  assert.equal((schema['properties'] as JsonObject)['body'], {
    type: 'array',
    items: { type: 'integer', exclusiveMinimum: 3, maximum: 9 },
  });
  const odd = await schemaOf({
    type: 'array',
    items: { type: 'any', minLength: -1, pattern: '(', required: true, enum: ['a', 'a'], title: 'T', example: 1, 'x-y': 1 },
  });
  assert.equal((odd['properties'] as JsonObject)['body'], { type: 'array', items: { enum: ['a'] } });
});

test('[A13.pruned] members that are only read are no arguments', async () => {
  const { api } = await preparedPaths({
    '/a': body(
      { type: 'object', required: ['id', 'name'], properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } } },
      { required: true },
    ),
  });
  assert.equal(api.operations[0]?.input, {
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
    additionalProperties: false,
  });
});

test('[A13.pruned] what lies too deep to be listed accepts anything, and the report says so', async () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 60 }, (_item, at) => [
      `S${at}`,
      { type: 'object', description: 'd'.repeat(1000), properties: { next: { $ref: `#/components/schemas/S${at + 1}` } } },
    ]),
  );
  const { api, lines } = await preparedPaths(
    { '/a': body({ $ref: '#/components/schemas/S0' }) },
    {},
    { components: { schemas: { ...schemas, S60: { type: 'string' } } } },
  );
  const [operation] = api.operations;
  assert.ok(operation);
  const schema = withSchemas(operation.input, api.schemas, operation);
  assert.ok(JSON.stringify(schema).length < 36_000);
  assert.is(operation.cut?.length, 1);
  assert.is(compileSchema(schema)({}), undefined);
  assert.ok(
    lines.some(({ level, text }) => level === 'warning' && text === 'send: 1 schemas lie too deep to be listed and accept anything'),
  );
});

test('[A13.pruned] what fits one alternative is not refused because another one was cut', async () => {
  const deep = { type: 'object', properties: { text: { type: 'string', description: 'd'.repeat(40_000) } } };
  const named = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const { api } = await preparedPaths(
    { '/a': body(named('Choice')) },
    {},
    {
      components: {
        schemas: { Choice: { oneOf: [named('Deep'), { type: 'integer' }], not: { anyOf: [named('Deep'), { const: 3 }] } }, Deep: deep },
      },
    },
  );
  const [operation] = api.operations;
  assert.ok(operation);
  assert.equal(operation.cut, ['Deep']);
  const check = compileSchema(withSchemas({ $ref: '#/$defs/Choice' }, api.schemas, operation));
  assert.is(check(4), undefined);
  assert.is(check({ text: 'a' }), undefined);
});

test('[A14.parameters] one name in path, query, header and body is an argument for each place', async () => {
  const parameter = (place: string): object => ({ name: 'id', in: place, required: true, schema: { type: 'string' } });
  const { api } = await preparedPaths({
    '/a/{id}': {
      post: {
        operationId: 'send',
        parameters: [
          parameter('query'),
          parameter('header'),
          parameter('path'),
          { name: '$filter', in: 'query' },
          { name: 'expand[]', in: 'query' },
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'integer' }, 'a b': {} } } } },
        },
      },
    },
  });
  const [operation] = api.operations;
  assert.equal(Object.keys(operation?.input['properties'] as object), [
    'id',
    'id__query',
    'filter',
    'expand',
    'id__header',
    'id__body',
    'a_b',
  ]);
  assert.equal(operation?.body?.members, { id__body: 'id', a_b: 'a b' });
  assert.equal(
    operation?.parameters?.map(({ argument, in: place, name = argument }) => `${place} ${name}`),
    ['path id', 'query id', 'query $filter', 'query expand[]', 'header id'],
  );
});

test('[A14.bodies] a body that is no plain object, or that not every request needs, is one argument', async () => {
  const cases: readonly (readonly [object, object])[] = [
    [{ type: 'array', items: { type: 'string' } }, { required: true }],
    [{ oneOf: [{ type: 'string' }] }, { required: true }],
    [{ type: 'object', additionalProperties: { type: 'string' }, properties: { a: {} } }, { required: true }],
    [{ type: 'object', required: ['a'], properties: { a: {} } }, {}],
  ];
  for (const [schema, more] of cases) {
    const { api } = await preparedPaths({ '/a': body(schema, more) });
    assert.is(api.operations[0]?.body?.argument, 'body', JSON.stringify(schema));
  }
});

test('[A5.formats] formats become limits where that is asked for', async () => {
  const paths = {
    '/a': {
      get: {
        operationId: 'a',
        parameters: [
          { name: 'day', in: 'query', schema: { type: 'string', format: 'date' } },
          { name: 'k', in: 'query', schema: { type: 'string', format: 'sku' } },
        ],
      },
    },
  };
  const properties = async (generateOptions: object): Promise<JsonObject> =>
    (await preparedPaths(paths, { generateOptions })).api.operations[0]?.input['properties'] as JsonObject;
  assert.equal((await properties({}))['day'], { type: 'string', format: 'date' });
  const resolved = await properties({
    resolveFormats: true,
    formatResolvers: { sku: (schema: JsonObject) => ({ ...schema, pattern: '^S' }) },
  });
  assert.is((resolved['day'] as JsonObject)['pattern'], '^\\d{4}-\\d{2}-\\d{2}$');
  assert.is((resolved['k'] as JsonObject)['pattern'], '^S');
});

test.run();
