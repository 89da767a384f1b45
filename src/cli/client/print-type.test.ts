/* Types that a generated client has for JSON Schemas; that hostile text stays text is in `generated-text.test.ts`. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { printType } from './print-type.ts';

const typeOf = (schema: Parameters<typeof printType>[0]): string => printType(schema, 'In', '').type;

test('an object without fields is what its other keys are', () => {
  assert.is(typeOf({ type: 'object' }), 'Readonly<Record<string, unknown>>');
  assert.is(typeOf({ type: 'object', additionalProperties: true }), 'Readonly<Record<string, unknown>>');
  assert.is(typeOf({ type: 'object', additionalProperties: false }), 'Record<string, never>');
  assert.is(typeOf({ type: 'object', additionalProperties: { type: 'number' } }), 'Readonly<Record<string, number>>');
});

test('constants are literals of their own kind', () => {
  assert.is(typeOf({ enum: ['a', 5, true, null] }), `'a' | 5 | true | null`);
  assert.is(typeOf({ const: { a: 1 } }), 'unknown');
});

test('a schema without a type is an object, or a list where it has items', () => {
  assert.is(
    typeOf({ properties: { a: { type: 'string' } }, required: ['a'] }),
    typeOf({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }),
  );
  assert.is(typeOf({ items: { type: 'string' } }), typeOf({ type: 'array', items: { type: 'string' } }));
  assert.is(typeOf({ prefixItems: [{ type: 'string' }], items: false }), 'readonly [string]');
});

test('definitions have names of their own, the first without a number', () => {
  const node = (name: string) => ({ type: 'object', properties: { next: { $ref: `#/$defs/${name}` } } }) as const;
  const { declarations, type } = printType(
    {
      type: 'object',
      properties: { a: { $ref: '#/$defs/A' }, b: { $ref: '#/$defs/B' }, gone: { $ref: '#/$defs/Gone' } },
      $defs: { A: node('A'), B: node('B') },
    },
    'In',
    '',
  );
  assert.match(type, /a\?: In_A;/);
  assert.match(type, /b\?: In_B1;/);
  assert.equal(
    declarations.map((text) => text.split(' = ')[0]),
    ['export type In_A', 'export type In_B1', 'export type In_Gone2'],
  );
  assert.match(declarations[2] ?? '', '= unknown;');
});

test.run();
