import type { JsonSchema } from '@service/sdk/model';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { typeOfSchema } from './type-of-schema.ts';

test('[PX7.describe] schemas become types, and what has no type is unknown', () => {
  const rows: readonly (readonly [JsonSchema, string])[] = [
    [
      { type: 'object', properties: { a: { type: 'string' }, 'b-c': { type: 'integer' } }, required: ['a'] },
      '{ a: string; "b-c"?: number }',
    ],
    [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
    [{ enum: ['a', 1, null] }, '"a" | 1 | null'],
    [{ const: "it's */ `${x}`" }, JSON.stringify("it's */ `${x}`")],
    [{ anyOf: [{ type: 'string' }, { type: 'object', properties: { a: { type: 'boolean' } } }] }, 'string | { a?: boolean }'],
    [{ allOf: [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, { type: 'number' }] }, '(string | number) & number'],
    [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] }, '[string, number]'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [name: string]: number }'],
    [{ type: 'object', additionalProperties: false }, '{}'],
    [{ type: 'object' }, 'Record<string, unknown>'],
    [{}, 'unknown'],
    [{ $ref: '#/$defs/a~1b', $defs: { 'a/b': { type: 'string' } } }, 'string'],
    [{ $ref: 'https://elsewhere.example/a' }, 'unknown'],
    [{ $ref: '#/$defs/toString', $defs: {} }, 'unknown'],
  ];
  for (const [schema, type] of rows) assert.is(typeOfSchema(schema), type);
  const circular: JsonSchema = {
    $ref: '#/$defs/node',
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
  };
  assert.is(typeOfSchema(circular), '{ next?: { next?: { next?: unknown } } }');
});

test.run();
