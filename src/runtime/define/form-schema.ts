import { ServiceError } from '../errors/index.ts';
import { copyJson, isJsonObject, type Json, type JsonObject } from '../model/index.ts';
import { joinShape, jsonSchemaOf } from './schema.ts';
import type { HandlerInput, InputSchema } from './schema-types.ts';
import { isRawShape, isStandardSchema } from './standard-schema.ts';

/** A form written as JSON Schema. */
export interface FormSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

/** A schema for the form of `elicit`. */
export type ElicitSchema = InputSchema | FormSchema;

/** Content of an accepted form. */
export type ElicitContent<S> = S extends FormSchema ? JsonObject : S extends InputSchema ? HandlerInput<S> : never;

/** Keywords that a client knows, per kind of field; a form is shown to a person, so there is no more (MCP 2025-11-25, elicitation). */
const common = ['title', 'description', 'default'];
const keywords = {
  string: [...common, 'minLength', 'maxLength', 'format'],
  number: [...common, 'minimum', 'maximum'],
  integer: [...common, 'minimum', 'maximum'],
  boolean: common,
  choice: [...common, 'enum', 'enumNames', 'oneOf'],
  choices: [...common, 'minItems', 'maxItems', 'items'],
} as const;

const formats = new Set(['email', 'uri', 'date', 'date-time']);

/** True for a form written as JSON Schema; a shape may have fields called `type` and `properties`, which are schemas then. */
export function isFormSchema(schema: ElicitSchema): schema is FormSchema {
  if (isStandardSchema(schema) || isRawShape(schema)) return false;
  return 'type' in schema && schema.type === 'object' && 'properties' in schema && typeof schema.properties === 'object';
}

/**
 * The `requestedSchema` of a form: one flat object of texts, numbers, switches and choices.
 * @throws {ServiceError} INVALID_DECORATOR_METADATA naming the field that no form can show
 */
export function formOf(schema: ElicitSchema): JsonObject {
  const source = sourceOf(schema);
  if (source['type'] !== 'object' || !isJsonObject(source['properties']))
    throw unfit('the schema of elicit must be an object with named fields');
  const properties: JsonObject = {};
  for (const [name, field] of Object.entries(source['properties'])) {
    const value = fieldOf(name, field, isFormSchema(schema));
    Object.defineProperty(properties, name, { value, enumerable: true, configurable: true, writable: true });
  }
  const required = Array.isArray(source['required']) ? source['required'] : [];
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

function sourceOf(schema: ElicitSchema): JsonObject {
  if (isFormSchema(schema)) return copyJson(schema);
  if (isStandardSchema(schema)) return jsonSchemaOf(schema, 'input');
  if (isRawShape(schema)) return joinShape(schema, 'input');
  throw unfit('the schema must be a shape, a schema of a Standard Schema library, or { type: "object", properties }');
}

function fieldOf(name: string, source: Json | undefined, strict: boolean): JsonObject {
  if (!isJsonObject(source)) throw unfit(`"${name}" is not a field`);
  const field = titledChoice(source) ?? source;
  const kind = kindOf(field);
  if (kind === undefined) {
    throw unfit(
      `"${name}" cannot be asked in a form: a field is a string, a number, a boolean, a choice of strings or a list of such choices`,
    );
  }
  const kept: JsonObject = { type: kind === 'choice' ? 'string' : kind === 'choices' ? 'array' : kind };
  for (const [key, value] of Object.entries(field)) {
    if (key === 'type') continue;
    if (keywords[kind].some((known) => known === key)) kept[key] = value;
    // An author's own schema still checks what a client cannot; a bare JSON Schema is checked nowhere else.
    else if (strict) throw unfit(`"${name}" has "${key}", which no client shows in a form`);
  }
  if (typeof kept['format'] === 'string' && !formats.has(kept['format'])) delete kept['format'];
  if (kind === 'choices') kept['items'] = itemsOf(field['items']);
  return kept;
}

type FieldKind = keyof typeof keywords;

function kindOf(field: JsonObject): FieldKind | undefined {
  const { type } = field;
  if (type === 'array') return isJsonObject(field['items']) && kindOfItem(field['items']) ? 'choices' : undefined;
  if (type === 'string' || type === undefined) {
    if (isTextList(field['enum']) || isTitledList(field['oneOf'])) return 'choice';
    return type === 'string' && field['anyOf'] === undefined ? 'string' : undefined;
  }
  if (field['enum'] !== undefined) return undefined;
  return type === 'number' || type === 'integer' || type === 'boolean' ? type : undefined;
}

const kindOfItem = (item: JsonObject): boolean => isTextList(item['enum']) || isTitledList(item['anyOf']) || isTitledList(item['oneOf']);

function itemsOf(items: Json | undefined): JsonObject {
  if (!isJsonObject(items)) return {};
  if (isTextList(items['enum'])) return { type: 'string', enum: items['enum'] };
  return { anyOf: titled(items['anyOf'] ?? items['oneOf']) };
}

/** A union of titled literals is a titled choice; a single literal is a choice of one. */
function titledChoice(field: JsonObject): JsonObject | undefined {
  if (typeof field['const'] === 'string') {
    const { const: only, ...rest } = field;
    return { ...rest, enum: [only] };
  }
  const list = isTitledList(field['oneOf']) ? field['oneOf'] : isTitledList(field['anyOf']) ? field['anyOf'] : undefined;
  if (list === undefined || field['type'] === 'array') return undefined;
  const { anyOf: _anyOf, ...rest } = field;
  return { ...rest, oneOf: titled(list) };
}

const titled = (list: Json | undefined): Json[] =>
  Array.isArray(list)
    ? list.map((item) => (isJsonObject(item) ? { const: item['const'] ?? '', title: item['title'] ?? item['const'] ?? '' } : item))
    : [];
const isTextList = (value: Json | undefined): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
const isTitledList = (value: Json | undefined): value is Json[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isJsonObject(item) && typeof item['const'] === 'string');

const unfit = (problem: string): ServiceError => new ServiceError('INVALID_DECORATOR_METADATA', `elicit: ${problem}`);
