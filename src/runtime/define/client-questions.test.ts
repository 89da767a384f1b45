import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { z } from 'zod';
import type { JsonObject } from '../model/index.ts';
import { checkForm, fillForm } from './client-questions.ts';
import { declaresCapability } from './client-capabilities.ts';
import { formOf } from './form-schema.ts';

const titles = [
  { const: 'value1', title: 'First Option' },
  { const: 'value2', title: 'Second Option' },
];

const fieldsOf = (schema: Parameters<typeof formOf>[0]) => formOf(schema)['properties'];

test('[P10.elicitation.flat] a form holds texts, numbers, switches and choices with their defaults', () => {
  const form = formOf({
    name: z.string().describe('User name').default('John Doe'),
    age: z.int().default(30),
    score: z.number().min(0).max(100).default(95.5),
    status: z.enum(['active', 'inactive']).default('active'),
    verified: z.boolean().default(true),
    mail: z.email(),
  });
  assert.equal(form['required'], ['mail']);
  assert.equal(form['properties'], {
    name: { type: 'string', description: 'User name', default: 'John Doe' },
    age: { type: 'integer', default: 30, minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
    score: { type: 'number', default: 95.5, minimum: 0, maximum: 100 },
    status: { type: 'string', default: 'active', enum: ['active', 'inactive'] },
    verified: { type: 'boolean', default: true },
    mail: { type: 'string', format: 'email' },
  });
});

test('[P10.elicitation.enums] every form of choice, from zod and from JSON Schema', () => {
  const expected = {
    untitledSingle: { type: 'string', enum: ['a', 'b'] },
    titledSingle: { type: 'string', oneOf: titles },
    legacyEnum: { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    titledMulti: { type: 'array', items: { anyOf: titles } },
  };
  const fromZod = fieldsOf({
    untitledSingle: z.enum(['a', 'b']),
    titledSingle: z.string().meta({ oneOf: titles }),
    legacyEnum: z.enum(['a', 'b']).meta({ enumNames: ['A', 'B'] }),
    untitledMulti: z.array(z.enum(['a', 'b'])),
    titledMulti: z.array(z.string().meta({ anyOf: titles })),
  });
  assert.equal(fromZod, expected);
  assert.equal(fieldsOf({ type: 'object', properties: expected }), expected);
});

test('a union of titled literals is a titled choice, one literal a choice of one', () => {
  const titledLiterals = z.union([z.literal('x').meta({ title: 'Ex' }), z.literal('y').meta({ title: 'Why' })]);
  assert.equal(fieldsOf({ pick: titledLiterals, only: z.literal('yes') }), {
    pick: {
      type: 'string',
      oneOf: [
        { const: 'x', title: 'Ex' },
        { const: 'y', title: 'Why' },
      ],
    },
    only: { type: 'string', enum: ['yes'] },
  });
});

test('[P10.elicitation.flat] a schema that no form can show is refused with the name of the field', () => {
  assert.throws(() => formOf({ nested: z.object({ a: z.string() }) }), /elicit: "nested" cannot be asked in a form/);
  assert.throws(() => formOf({ list: z.array(z.number()) }), /"list"/);
  assert.throws(() => formOf({ either: z.union([z.string(), z.number()]) }), /"either"/);
  assert.throws(() => formOf(z.string()), /must be an object/);
  assert.throws(() => formOf({ type: 'object', properties: { a: { type: 'string', pattern: '^a$' } } }), /"a" has "pattern"/);
  assert.throws(() => formOf({ type: 'object', properties: { a: 'text' } }), /"a" is not a field/);
});

test('[P7.validate-content] content that does not fit the form is found, field by field', () => {
  const form = formOf({
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 2, maxLength: 4 },
      count: { type: 'integer', minimum: 1, maximum: 3 },
      sure: { type: 'boolean' },
      pick: { type: 'string', oneOf: titles },
      picks: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1 },
      size: { type: 'number', default: 2.5 },
    },
    required: ['name', 'size'],
  });
  const good = { name: 'Ada', count: 2, sure: false, pick: 'value1', picks: ['a'] };
  assert.equal(checkForm(form, good), []);
  assert.equal(fillForm(form, { ...good, extra: 1 }), { ...good, size: 2.5 });
  const wrong: [string, unknown][] = [
    ['name', 'A'],
    ['name', 'Adele'],
    ['name', 7],
    ['count', 1.5],
    ['count', 0],
    ['count', 4],
    ['sure', 'yes'],
    ['pick', 'value3'],
    ['picks', ['c']],
    ['picks', []],
    ['picks', 'a'],
    ['size', '2'],
  ];
  for (const [name, value] of wrong)
    assert.is(checkForm(form, JSON.parse(JSON.stringify({ ...good, [name]: value })) as JsonObject).length, 1, `${name} ${String(value)}`);
  assert.equal(checkForm(form, {}), ['name is missing']);
});

test('[P5.capabilities.members] a bare capability holds no member that came later', () => {
  assert.ok(declaresCapability({ elicitation: {} }, 'elicitation'));
  assert.not.ok(declaresCapability({ elicitation: {} }, 'elicitation.url'));
  assert.ok(declaresCapability({ elicitation: { url: {} } }, 'elicitation.url'));
  assert.not.ok(declaresCapability({ elicitation: { url: {} } }, 'elicitation'));
  assert.ok(declaresCapability({ elicitation: { url: {}, form: {} } }, 'elicitation'));
  assert.not.ok(declaresCapability({ sampling: {} }, 'sampling.tools'));
  assert.not.ok(declaresCapability({ roots: null, sampling: true }, 'roots'));
  assert.not.ok(declaresCapability({ sampling: true }, 'sampling'));
});

test.run();
