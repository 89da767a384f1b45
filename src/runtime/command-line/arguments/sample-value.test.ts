import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json, JsonObject } from '../../model/index.ts';
import { sampleValue } from './sample-value.ts';

const root: JsonObject = { $defs: { node: { type: 'object', required: ['next'], properties: { next: { $ref: '#/$defs/node' } } } } };

const cases: readonly (readonly [schema: JsonObject, sample: Json])[] = [
  [{ type: 'string' }, 'text'],
  [{ type: 'string', format: 'date-time' }, '2026-01-31T12:00:00Z'],
  [{ type: 'string', minLength: 6 }, 'textxx'],
  [{ type: 'string', maxLength: 2 }, 'te'],
  [{ type: 'string', default: 'given' }, 'given'],
  [{ type: 'string', examples: ['shown'], default: 'given' }, 'shown'],
  [{ enum: ['x', 'y'] }, 'x'],
  [{ type: 'number' }, 1],
  [{ type: 'integer', minimum: 10 }, 10],
  [{ type: 'integer', exclusiveMinimum: 10, multipleOf: 4 }, 12],
  [{ type: 'integer', maximum: -3 }, -3],
  [{ type: 'number', minimum: 0.2, maximum: 0.5 }, 0.2],
  [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
  [{ type: 'boolean' }, true],
  [{ type: 'array', items: { enum: ['x'] }, minItems: 2 }, ['x', 'x']],
  [{ anyOf: [{ type: 'integer', minimum: 3 }, { type: 'string' }] }, 3],
  [
    {
      type: 'object',
      required: ['list'],
      properties: { list: { type: 'array', items: { type: 'string' } }, when: { type: 'string' } },
    },
    { list: ['text'] },
  ],
];

for (const [schema, sample] of cases)
  test(`[cli-program.help-examples] the sample of ${JSON.stringify(schema)}`, () => {
    assert.equal(sampleValue(schema, root), sample);
  });

test('[cli-program.help-examples] a schema that refers to itself ends', () => {
  assert.type(sampleValue({ $ref: '#/$defs/node' }, root), 'object');
});

test.run();
