import { retold, ServiceError } from '../errors/index.ts';
import type { JsonObject, JsonSchema } from '../model/index.ts';
import { isPromiseLike, type Awaitable } from '../std/promises.ts';
import type { AnySchema } from './schema-types.ts';

export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly unknown[] | undefined;
}

export type SchemaOutcome = { readonly value: unknown; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };

interface JsonSchemaOptions {
  readonly target: string;
  /** Each library's own; others pass it over. */
  readonly libraryOptions: object;
}

/** What a schema of a Standard Schema library brings (standardschema.dev, version 1). */
export interface StandardSchema extends AnySchema {
  readonly '~standard': {
    readonly validate: (value: unknown) => Awaitable<SchemaOutcome>;
    /** Of a table that stands for a schema in a bundle. */
    readonly kind?: unknown;
    /** Standard JSON Schema; zod has it from 4.2 on. */
    readonly jsonSchema?: {
      readonly input: (options: JsonSchemaOptions) => Record<string, unknown>;
      readonly output: (options: JsonSchemaOptions) => Record<string, unknown>;
    };
  };
}

/** True for a schema of any Standard Schema library. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || !('~standard' in value)) return false;
  const standard = value['~standard'];
  return typeof standard === 'object' && standard !== null && 'validate' in standard && typeof standard.validate === 'function';
}

/** True for a plain record whose every value is a schema; the empty record is one. */
export function isRawShape(value: unknown): value is Readonly<Record<string, StandardSchema>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isStandardSchema(value)) return false;
  return Object.values(value).every(isStandardSchema);
}

/** Facts that zod keeps beside the standard: whether a key may be absent, and which kind of type it is. */
interface ZodFacts {
  readonly optin?: unknown;
  readonly optout?: unknown;
  readonly def?: { readonly type?: unknown };
}

function zodFacts(schema: object): ZodFacts | undefined {
  const facts = '_zod' in schema ? schema._zod : undefined;
  return typeof facts === 'object' && facts !== null ? facts : undefined;
}

function factsOfField(shape: object, key: string): ZodFacts | undefined {
  const field: unknown = Reflect.get(shape, key);
  return typeof field === 'object' && field !== null ? zodFacts(field) : undefined;
}

/** Kind of a zod type (`object`, `string`, `date`, …), or what a table that stands for one says; `undefined` for other libraries. */
export function zodKind(schema: StandardSchema): string | undefined {
  const kind = zodFacts(schema)?.def?.type ?? schema['~standard'].kind;
  return typeof kind === 'string' ? kind : undefined;
}

/** True when a key of this schema may be absent from the input. */
function acceptsAbsence(schema: StandardSchema): boolean {
  const facts = zodFacts(schema);
  if (facts !== undefined) return facts.optin !== undefined;
  const outcome = schema['~standard'].validate(undefined);
  return !isPromiseLike(outcome) && 'issues' in outcome ? outcome.issues === undefined : false;
}

/** Runs one schema. */
export const validateWith = (schema: StandardSchema, value: unknown): Awaitable<SchemaOutcome> => schema['~standard'].validate(value);

/** Runs a raw shape field by field, exactly as an object schema that strips unknown keys does. */
export function validateShape(shape: object, input: unknown): Awaitable<SchemaOutcome> {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { issues: [{ message: 'Invalid input: expected object', path: [] }] };
  const keys = Object.keys(shape);
  const outcomes = keys.map((key): Awaitable<SchemaOutcome> => {
    const schema: unknown = Reflect.get(shape, key);
    // Own keys only: an inherited `constructor` or `toString` is not an argument.
    return isStandardSchema(schema)
      ? validateWith(schema, Object.hasOwn(input, key) ? Reflect.get(input, key) : undefined)
      : { issues: [{ message: 'not a schema' }] };
  });
  const join = (settled: readonly SchemaOutcome[]): SchemaOutcome => joinOutcomes({ shape, keys, input, outcomes: settled });
  const settled = outcomes.filter(isSettled);
  return settled.length === outcomes.length ? join(settled) : settleAll(outcomes).then(join);
}

const settleAll = (outcomes: readonly Awaitable<SchemaOutcome>[]): Promise<SchemaOutcome[]> =>
  Promise.all(outcomes.map(async (outcome) => outcome));

const isSettled = (outcome: Awaitable<SchemaOutcome>): outcome is SchemaOutcome => !isPromiseLike(outcome);

function joinOutcomes(parts: { shape: object; keys: readonly string[]; input: object; outcomes: readonly SchemaOutcome[] }): SchemaOutcome {
  const value: Record<string, unknown> = {};
  const issues: SchemaIssue[] = [];
  parts.keys.forEach((key, index) => {
    const outcome = parts.outcomes[index];
    const present = Object.hasOwn(parts.input, key);
    if (outcome === undefined) return;
    if (outcome.issues !== undefined) {
      // As zod: an absent key whose output is optional never fails.
      if (!present && factsOfField(parts.shape, key)?.optout === 'optional') return;
      issues.push(...outcome.issues.map((issue) => ({ message: issue.message, path: [key, ...(issue.path ?? [])] })));
    } else if (present || outcome.value !== undefined) {
      // A key named __proto__ must become an own property, not the prototype.
      if (key !== '__proto__') value[key] = outcome.value;
      else Object.defineProperty(value, key, { value: outcome.value, enumerable: true, writable: true, configurable: true });
    }
  });
  return issues.length > 0 ? { issues } : { value };
}

export type SchemaSide = 'input' | 'output';

/**
 * JSON Schema 2020-12 of a schema.
 * @throws {ServiceError} INVALID_DECORATOR_METADATA when the library cannot say it in JSON Schema
 */
export function jsonSchemaOf(schema: StandardSchema, side: SchemaSide): JsonSchema {
  const convert = schema['~standard'].jsonSchema?.[side];
  if (convert === undefined)
    throw new ServiceError('INVALID_DECORATOR_METADATA', 'this schema library has no JSON Schema conversion; zod 4.2 or later has');
  try {
    const made = plainObject(convert({ target: 'draft-2020-12', libraryOptions: { override: dropClosingItems } }));
    openHalves(made);
    return withoutDialect(made);
  } catch (error) {
    throw new ServiceError(
      'INVALID_DECORATOR_METADATA',
      `does not convert to JSON Schema 2020-12: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

/** zod closes a tuple twice, by `maxItems` and by `items: false`; clients that know a schema only as an object refuse the boolean. An empty list of places is none in 2020-12. */
function dropClosingItems({ jsonSchema }: { readonly jsonSchema: { items?: unknown; prefixItems?: unknown; maxItems?: unknown } }): void {
  const { items, prefixItems, maxItems } = jsonSchema;
  if (items === false && Array.isArray(prefixItems) && maxItems === prefixItems.length) delete jsonSchema.items;
  if (Array.isArray(prefixItems) && prefixItems.length === 0) delete jsonSchema.prefixItems;
}

/** Where a schema holds values, not schemas. */
const values = new Set(['default', 'const', 'enum', 'examples']);

/**
 * In an intersection that zod could not fold into one object, a half that is closed refuses the keys of the other: nothing would fit, and
 * clients check results by what is listed.
 */
function openHalves(schema: unknown, isHalf = false): void {
  if (typeof schema !== 'object' || schema === null) return;
  if (isHalf && Reflect.get(schema, 'additionalProperties') === false) Reflect.deleteProperty(schema, 'additionalProperties');
  for (const [key, part] of Object.entries<unknown>({ ...schema })) {
    if (values.has(key)) continue;
    const joins = key === 'allOf' || (isHalf && (key === 'anyOf' || key === 'oneOf'));
    if (Array.isArray(part)) for (const one of part) openHalves(one, joins);
    else openHalves(part);
  }
}

/** 2020-12 is the protocol's default: naming it costs every model tokens, and clients with an older validator refuse the unknown name. */
const withoutDialect = ({ $schema: _default, ...schema }: JsonObject): JsonSchema => schema;

/** Drops the library's hidden properties and anything that is not JSON. */
const plainObject = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

/** JSON Schema 2020-12 of a raw shape: one object schema, definitions hoisted to its root and references rewritten. */
export function joinShape(shape: object, side: SchemaSide): JsonSchema {
  const properties: JsonObject = {};
  const required: string[] = [];
  const definitions: JsonObject = {};
  for (const [key, schema] of Object.entries<unknown>({ ...shape })) {
    if (!isStandardSchema(schema)) throw new ServiceError('INVALID_DECORATOR_METADATA', `"${key}" is not a schema`);
    const field = fieldSchema(key, schema, side);
    const { $defs: own, ...rest } = field;
    const names = new Map<string, string>();
    for (const [name, definition] of entriesOf(own)) names.set(name, hoistedName(definitions, { name, key, definition }));
    const root = `#/properties/${escapePointer(key)}`;
    for (const [name, definition] of entriesOf(own)) definitions[names.get(name) ?? name] = rewriteRefs(definition, root, names);
    Object.defineProperty(properties, key, { value: rewriteRefs(rest, root, names), enumerable: true });
    const optional = side === 'input' ? acceptsAbsence(schema) : zodFacts(schema)?.optout === 'optional';
    if (!optional) required.push(key);
  }
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...(side === 'output' || Object.keys(properties).length === 0 ? { additionalProperties: false } : {}),
    ...(Object.keys(definitions).length > 0 ? { $defs: definitions } : {}),
  };
}

function fieldSchema(key: string, schema: StandardSchema, side: SchemaSide): JsonSchema {
  try {
    return jsonSchemaOf(schema, side);
  } catch (error) {
    throw error instanceof ServiceError ? retold(error, `"${key}" ${error.message}`) : error;
  }
}

const entriesOf = (value: unknown): [string, unknown][] => (typeof value === 'object' && value !== null ? Object.entries(value) : []);

/** Two fields may bring different definitions of one name (`__schema0`); equal ones are shared. */
function hoistedName(taken: JsonObject, wanted: { name: string; key: string; definition: unknown }): string {
  const { name, key, definition } = wanted;
  if (!(name in taken)) return name;
  const selfContained = !JSON.stringify(definition).includes('"$ref"');
  if (selfContained && JSON.stringify(taken[name]) === JSON.stringify(definition)) return name;
  let candidate = `${key}_${name}`;
  for (let count = 2; candidate in taken; count++) candidate = `${key}_${name}_${count}`;
  return candidate;
}

const escapePointer = (text: string): string => text.replaceAll('~', '~0').replaceAll('/', '~1');
const definitionRef = '#/$defs/';

function rewriteRefs(node: unknown, root: string, names: ReadonlyMap<string, string>): JsonObject[string] {
  if (Array.isArray(node)) return node.map((item) => rewriteRefs(item, root, names) ?? null);
  if (typeof node !== 'object' || node === null) return node as null | string | number | boolean;
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(node)) {
    const moved = key === '$ref' && typeof value === 'string' ? movedRef(value, root, names) : rewriteRefs(value, root, names);
    Object.defineProperty(result, key, { value: moved, enumerable: true, writable: true, configurable: true });
  }
  return result;
}

function movedRef(ref: string, root: string, names: ReadonlyMap<string, string>): string {
  if (ref === '#') return root;
  if (ref.startsWith(definitionRef)) {
    const [name = '', ...rest] = ref.slice(definitionRef.length).split('/');
    return [`${definitionRef}${names.get(name) ?? name}`, ...rest].join('/');
  }
  return ref.startsWith('#/') ? `${root}${ref.slice(1)}` : ref;
}

/** Issues as one line each, with the place in front: `city: expected string`. */
export const issueLines = (issues: readonly SchemaIssue[]): string[] =>
  issues.map((issue) => {
    const path = (issue.path ?? []).map(segmentText).join('.');
    return path === '' ? issue.message : `${path}: ${issue.message}`;
  });

function segmentText(segment: unknown): string {
  return typeof segment === 'object' && segment !== null && 'key' in segment ? String(segment.key) : String(segment);
}

const notASchema = (): ServiceError =>
  new ServiceError('INVALID_DECORATOR_METADATA', 'expected a schema (z.object(…)) or a record of schemas ({ city: z.string() })');

/** Runs a schema or a raw shape. */
export function parseWith(schema: unknown, value: unknown): Awaitable<SchemaOutcome> {
  if (isStandardSchema(schema)) return validateWith(schema, value);
  if (isRawShape(schema)) return validateShape(schema, value);
  throw notASchema();
}

/** JSON Schema 2020-12 of a schema or a raw shape. */
export function jsonSchemaOfInput(schema: unknown, side: SchemaSide = 'input'): JsonSchema {
  if (isStandardSchema(schema)) return jsonSchemaOf(schema, side);
  if (isRawShape(schema)) return joinShape(schema, side);
  throw notASchema();
}
