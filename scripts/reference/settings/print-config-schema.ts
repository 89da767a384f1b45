import { isRecord } from '@service/sdk/internal';
import type { Json, JsonObject } from '@service/sdk/model';
import { printJson } from '../../../src/std/texts.ts';
import { type Field, type Fields, type Rule, textRule } from '../../../src/config/setting-row.ts';

/** The JSON Schema 2020-12 of `service.config.json`, for editors; published as `service.config.schema.json`. */
export function printConfigSchema(settings: Fields): string {
  return printJson({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'service.config', ...objectSchema(settings) });
}

function objectSchema(fields: Fields): JsonObject {
  const required = Object.entries(fields).flatMap(([key, field]) => (field.required ? [key] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, fieldSchema(field)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function fieldSchema(field: Field): JsonObject {
  const literal = typeof field.standard !== 'string' || field.rule.kind === 'text';
  return {
    description: field.summary,
    ...(field.standard !== undefined && literal ? { default: field.standard } : {}),
    ...ruleSchema(field.rule),
  };
}

function ruleSchema(rule: Rule): JsonObject {
  switch (rule.kind) {
    case 'text': {
      const { pattern } = textRule(rule.rule);
      return { type: 'string', enum: rule.choices && [...rule.choices], pattern };
    }
    case 'integer':
      return { type: 'integer', minimum: rule.min, maximum: rule.max };
    case 'switch':
      return { type: 'boolean' };
    case 'off':
      return { const: false };
    case 'json':
      return {};
    case 'list':
      return { type: 'array', items: ruleSchema(rule.of), minItems: rule.atLeast };
    case 'map':
      return {
        type: 'object',
        additionalProperties: ruleSchema(rule.of),
        propertyNames: rule.keys && { enum: [...rule.keys] },
      };
    case 'object':
      return objectSchema(rule.fields);
    case 'either':
      return { anyOf: rule.of.map(ruleSchema) };
    case 'variant':
      return { oneOf: Object.entries(rule.cases).map(([name, fields]): Json => variantSchema(rule.by, name, fields)) };
  }
}

function variantSchema(by: string, name: string, fields: Fields): JsonObject {
  const schema = objectSchema(fields);
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  return { ...schema, properties: { ...properties, [by]: { const: name } } };
}
