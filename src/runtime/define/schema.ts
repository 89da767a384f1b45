import { copyJson, escapePointer, type JsonObject, type JsonSchema } from '../model/index.ts';
import { messageOf, retold, ServiceError } from '../errors/index.ts';
import type { Awaitable } from '../std/promises.ts';
import { isListedOptional, type SchemaSide, zodFacts } from './zod-facts.ts';
import {
  isRawShape,
  isStandardSchema,
  type SchemaIssue,
  type SchemaOutcome,
  type StandardSchema,
  validateWith,
} from './standard-schema.ts';
import { validateShape } from './validate-shape.ts';

/** Kind of a zod type (`object`, `string`, `date`, …), or what a table that stands for one says; `undefined` for other libraries. */
export function zodKind(schema: StandardSchema): string | undefined {
  const kind = zodFacts(schema)?.def?.type ?? schema['~standard'].kind;
  return typeof kind === 'string' ? kind : undefined;
}

const noConversion = 'this schema library has no JSON Schema conversion; zod 4.2 or later has';
const unplanned =
  'it was not there when the server was built: write a branch that lists it (isOn ? [a, b] : [a]), or list the texts of the variable that decides it in build.variants';

/**
 * JSON Schema 2020-12 of a schema.
 * @throws {ServiceError} INVALID_DECORATOR_METADATA when the library cannot say it in JSON Schema
 */
export function jsonSchemaOf(schema: StandardSchema, side: SchemaSide): JsonSchema {
  const convert = schema['~standard'].jsonSchema?.[side];
  if (convert === undefined)
    throw new ServiceError('INVALID_DECORATOR_METADATA', schema['~standard'].vendor === 'service' ? unplanned : noConversion);
  try {
    const made = copyJson(convert({ target: 'draft-2020-12', libraryOptions: { override: shortenListed } }));
    openHalves(made);
    return withoutDialect(made);
  } catch (error) {
    throw new ServiceError('INVALID_DECORATOR_METADATA', `does not convert to JSON Schema 2020-12: ${messageOf(error)}`, { cause: error });
  }
}

interface Converted {
  readonly zodSchema: unknown;
  readonly jsonSchema: { items?: unknown; prefixItems?: unknown; maxItems?: unknown; format?: unknown; pattern?: unknown };
}

/** What zod lists twice costs every model tokens. */
function shortenListed(converted: Converted): void {
  dropClosingItems(converted);
  dropFormatPattern(converted);
}

/** Formats of JSON Schema whose pattern says nothing more; a time of zod has no offset, so its pattern stays. */
const statedFormats: ReadonlySet<unknown> = new Set(['date-time', 'date', 'uuid', 'ipv4', 'ipv6']);

/** zod lists a format and its pattern, a hundred tokens for a date. A pattern of the author is in `allOf`, and one of a precision or a version says more. */
function dropFormatPattern({ jsonSchema, zodSchema }: Converted): void {
  if (!statedFormats.has(jsonSchema.format)) return;
  const { check, precision, version } = zodFacts(zodSchema)?.def ?? {};
  if (check === 'string_format' && typeof precision !== 'number' && version === undefined) delete jsonSchema.pattern;
}

/** zod closes a tuple twice, by `maxItems` and by `items: false`; clients that know a schema only as an object refuse the boolean. An empty list of places is none in 2020-12. */
function dropClosingItems({ jsonSchema }: Converted): void {
  const { items, prefixItems, maxItems } = jsonSchema;
  if (items === false && Array.isArray(prefixItems) && maxItems === prefixItems.length) delete jsonSchema.items;
  if (Array.isArray(prefixItems) && prefixItems.length === 0) delete jsonSchema.prefixItems;
}

/** Keywords whose members are values, not schemas. */
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
    if (!isListedOptional(schema, side)) required.push(key);
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

/** A caller decides how many there are: the answer to a list of a megabyte would be many times as long. */
const maxLines = 100;

/** The same of the keys in a line: a hundred issues below one key of a megabyte would be a hundred megabytes. Characters. */
const maxLine = 2000;

/** Issues as one line each, with the place in front: `city: expected string`. */
export function issueLines(issues: readonly SchemaIssue[]): string[] {
  const lines = issues.slice(0, maxLines).map((issue) => {
    const path = shorten((issue.path ?? []).map((segment) => shorten(segmentText(segment))).join('.'));
    return shorten(path === '' ? issue.message : `${path}: ${issue.message}`);
  });
  return issues.length > maxLines ? [...lines, `and ${issues.length - maxLines} more`] : lines;
}

const shorten = (text: string): string => (text.length > maxLine ? `${text.slice(0, maxLine - 3)}...` : text);

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
