import { isTexts } from '@service/sdk/internal';
import { isJsonObject, type Json, type JsonObject } from '@service/sdk/model';

/** What models and validators need nothing of. */
const dropped = new Set([
  '$anchor', '$comment', '$defs', '$dynamicAnchor', '$id', '$schema', '$vocabulary', 'definitions', 'deprecated', 'discriminator', 'example', 'examples', 'externalDocs',
  'nullable', 'readOnly', 'title', 'writeOnly', 'xml',
]); // prettier-ignore

const types: ReadonlySet<unknown> = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);
const isCount = (value: Json | undefined): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 0;
const isNumber = (value: Json | undefined): boolean => typeof value === 'number' && Number.isFinite(value);

/** Keywords whose value has one form; descriptions written by hand have others, which no validator accepts. */
const forms: Readonly<Record<string, (value: Json | undefined) => boolean>> = {
  description: (value) => typeof value === 'string' && value !== '',
  format: (value) => typeof value === 'string',
  maxItems: isCount,
  maxLength: isCount,
  maxProperties: isCount,
  maximum: isNumber,
  minItems: isCount,
  minLength: isCount,
  minProperties: isCount,
  minimum: isNumber,
  multipleOf: (value) => isNumber(value) && Number(value) > 0,
  pattern: (value) => typeof value === 'string' && isPattern(value),
  uniqueItems: (value) => typeof value === 'boolean',
  enum: (value) => Array.isArray(value) && value.length > 0,
  required: (value) => isTexts(value) && Array.isArray(value) && value.length > 0,
};

/** Patterns come from the description, and run on what a model writes. */
const maxPatternLength = 1000;

/** Whether a text can be the `pattern` of a schema. */
export function isPattern(text: string): boolean {
  if (text.length > maxPatternLength) return false;
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** A schema of any version of OpenAPI with the keywords of JSON Schema 2020-12; schemas inside it stay as they are. */
export function mendKeywords(given: JsonObject): JsonObject {
  const schema: JsonObject = {};
  for (const [key, value] of Object.entries(given)) {
    if (dropped.has(key) || key.startsWith('x-') || value === undefined) continue;
    if (Object.hasOwn(forms, key) && forms[key]?.(value) === false) continue;
    schema[key] = value;
  }
  if ('type' in schema) mendType(schema);
  mendLimits(schema, given);
  mendEncoding(schema);
  if (Array.isArray(schema['required'])) schema['required'] = [...new Set(schema['required'])];
  if (Array.isArray(schema['enum'])) schema['enum'] = [...new Map(schema['enum'].map((value) => [JSON.stringify(value), value])).values()];
  if (Array.isArray(schema['items'])) {
    schema['prefixItems'] = schema['items'];
    delete schema['items'];
  }
  return schema;
}

function mendType(schema: JsonObject): void {
  const { type } = schema;
  const known = (Array.isArray(type) ? type : [type]).map((name) => (name === 'file' ? 'string' : name)).filter((name) => types.has(name));
  const [first] = known;
  if (first === undefined) delete schema['type'];
  else schema['type'] = known.length === 1 ? first : [...new Set(known as Json[])];
}

/** The exclusive limits of 3.0 are marks beside `minimum` and `maximum`. */
function mendLimits(schema: JsonObject, given: JsonObject): void {
  for (const [exclusive, inclusive] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const mark = given[exclusive];
    if (mark === undefined || isNumber(mark)) continue;
    delete schema[exclusive];
    if (mark !== true || !isNumber(given[inclusive])) continue;
    schema[exclusive] = given[inclusive];
    delete schema[inclusive];
  }
}

/** Bytes are text in JSON. */
function mendEncoding(schema: JsonObject): void {
  if (schema['format'] !== 'byte' && schema['format'] !== 'base64') return;
  delete schema['format'];
  schema['contentEncoding'] = 'base64';
}

/** Whether a schema stands for the bytes of a file. */
export function isFile(schema: Json | undefined): boolean {
  if (!isJsonObject(schema)) return false;
  const { contentEncoding, contentMediaType, format, type } = schema;
  if (format === 'binary' || type === 'file') return true;
  return typeof contentMediaType === 'string' && contentEncoding === undefined && !/json|text|xml/.test(contentMediaType);
}
