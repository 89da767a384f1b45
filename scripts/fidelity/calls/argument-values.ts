import fc from 'fast-check';
import { isObject, type Json, type JsonObject } from './wire.ts';

/** A root schema with its `$defs`, for references. */
type Root = JsonObject;

/** Values that a listed JSON Schema describes, as far as keywords of one level decide it; a keyword that is not known makes no narrower. */
export function valuesOf(schema: Json, root: Root = isObject(schema) ? schema : {}, depth = 0): fc.Arbitrary<Json> {
  if (!isObject(schema) || depth > 5) return anyValue;
  const { $ref: reference, const: constant, enum: choices, anyOf, oneOf, allOf, type } = schema;
  if (typeof reference === 'string') return valuesOf(lookUp(root, reference), root, depth + 1);
  if (constant !== undefined) return fc.constant(constant);
  if (Array.isArray(choices)) return fc.constantFrom(...(choices as readonly Json[]));
  const branches = [anyOf, oneOf].find(Array.isArray) as readonly Json[] | undefined;
  if (branches !== undefined) return fc.oneof(...branches.map((branch) => valuesOf(branch, root, depth + 1)));
  if (Array.isArray(allOf)) return valuesOf(merge(allOf as readonly Json[], schema), root, depth + 1);
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => valuesOf({ ...schema, type: one as Json }, root, depth + 1)));
  return typed(schema, root, depth);
}

const anyValue: fc.Arbitrary<Json> = fc.oneof(
  fc.constant<Json>(null),
  fc.boolean(),
  fc.integer(),
  fc.string({ maxLength: 12 }),
  fc.constant<Json>([1, 'two']),
  fc.constant<Json>({ key: 'value' }),
);

function typed(schema: JsonObject, root: Root, depth: number): fc.Arbitrary<Json> {
  switch (schema['type']) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer(range(schema, 1));
    case 'number':
      return numbers(schema);
    case 'string':
      return strings(schema);
    case 'array':
      return arrays(schema, root, depth);
    case 'object':
      return objects(schema, root, depth);
    default:
      return isObject(schema['properties']) ? objects(schema, root, depth) : anyValue;
  }
}

const numberAt = (schema: JsonObject, key: string): number | undefined => (typeof schema[key] === 'number' ? schema[key] : undefined);

function range(schema: JsonObject, step: number): { min: number; max: number } {
  const above = numberAt(schema, 'exclusiveMinimum');
  const below = numberAt(schema, 'exclusiveMaximum');
  const low = Math.ceil(Math.max(numberAt(schema, 'minimum') ?? -1000, above === undefined ? -Infinity : above + step));
  const high = Math.floor(Math.min(numberAt(schema, 'maximum') ?? Math.max(low, 0) + 1000, below === undefined ? Infinity : below - step));
  return { min: Math.max(low, -(2 ** 31)), max: Math.min(Math.max(low, high), 2 ** 31 - 1) };
}

function numbers(schema: JsonObject): fc.Arbitrary<Json> {
  const step = numberAt(schema, 'multipleOf') ?? 1;
  const { min, max } = range(schema, step);
  const whole = fc.integer({ min: Math.ceil(min / step), max: Math.max(Math.ceil(min / step), Math.floor(max / step)) });
  const multiples = whole.map((count) => count * step);
  return schema['multipleOf'] === undefined
    ? fc.oneof(multiples, fc.double({ min, max, noNaN: true, noDefaultInfinity: true }))
    : multiples;
}

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc.constantFrom('ada@example.org', 'a.b+c@example.co.uk'),
  uri: fc.constantFrom('https://example.org/a?b=c', 'http://localhost'),
  uuid: fc.constantFrom('123e4567-e89b-42d3-a456-426614174000'),
  date: fc.constantFrom('2024-02-29', '1999-12-31'),
  'date-time': fc.constantFrom('2024-02-29T12:00:00Z', '2020-01-01T00:00:00.5Z'),
  time: fc.constantFrom('12:30:00'),
  ipv4: fc.constantFrom('192.0.2.1'),
  ipv6: fc.constantFrom('2001:db8::1'),
};

function strings(schema: JsonObject): fc.Arbitrary<Json> {
  const format = typeof schema['format'] === 'string' ? formats[schema['format']] : undefined;
  if (format !== undefined) return format;
  const minLength = numberAt(schema, 'minLength') ?? 0;
  const maxLength = Math.max(minLength, Math.min(numberAt(schema, 'maxLength') ?? minLength + 12, minLength + 200));
  const pattern = schema['pattern'];
  if (typeof pattern === 'string') {
    try {
      return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'xsmall' });
    } catch {
      // A pattern that the library cannot make texts for: plain texts, most of them invalid.
    }
  }
  return fc.oneof(fc.string({ minLength, maxLength, unit: 'grapheme' }), fc.string({ minLength, maxLength }));
}

function arrays(schema: JsonObject, root: Root, depth: number): fc.Arbitrary<Json> {
  const prefix = schema['prefixItems'];
  if (Array.isArray(prefix)) return fc.tuple(...(prefix as readonly Json[]).map((item) => valuesOf(item, root, depth + 1)));
  const minLength = numberAt(schema, 'minItems') ?? 0;
  const maxLength = Math.max(minLength, Math.min(numberAt(schema, 'maxItems') ?? minLength + 3, minLength + 3));
  return fc.array(valuesOf(schema['items'] ?? {}, root, depth + 1), { minLength, maxLength });
}

function objects(schema: JsonObject, root: Root, depth: number): fc.Arbitrary<Json> {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  const model = Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, valuesOf(property, root, depth + 1)]));
  const known = fc.record(model, { requiredKeys: required.filter((name) => name in model) }) as fc.Arbitrary<JsonObject>;
  const more = schema['additionalProperties'];
  if (!isObject(more) && Object.keys(model).length > 0) return known;
  const names = isObject(schema['propertyNames'])
    ? valuesOf(schema['propertyNames'], root, depth + 1).map(String)
    : fc.string({ maxLength: 6 });
  const further = fc.dictionary(names, valuesOf(isObject(more) ? more : {}, root, depth + 1), { maxKeys: 2, noNullPrototype: true });
  return fc.tuple(known, further).map(([first, second]) => ({ ...second, ...first }));
}

function lookUp(root: Root, reference: string): Json {
  let at: Json | undefined = root;
  for (const part of reference.replace(/^#\/?/, '').split('/').filter(Boolean)) at = isObject(at) ? at[part] : undefined;
  return at ?? {};
}

/** The members of all, later ones winning; `properties` and `required` of all together. */
function merge(schemas: readonly Json[], own: JsonObject): JsonObject {
  const { allOf: _allOf, ...rest } = own;
  const all = [...schemas, rest].filter(isObject);
  const properties = all.map((schema) => schema['properties']).filter((one) => isObject(one));
  const required = all.flatMap((schema) => (Array.isArray(schema['required']) ? (schema['required'] as readonly Json[]) : []));
  return { ...Object.assign({}, ...all), properties: Object.assign({}, ...properties) as JsonObject, required } as JsonObject;
}
