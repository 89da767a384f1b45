import { trimmedText } from '@service/sdk/internal';
import { isJsonObject, textOfJson, type Json, type JsonObject } from '@service/sdk/model';
import type { DescriptionMode, OutputSchemaOptions } from '../openapi-options.ts';
import type { SourceOperation } from './operations.ts';

/** What a model reads about a tool. */
export function describeOperation(operation: SourceOperation, mode: DescriptionMode): string {
  const { about, deprecated, description, summary, tags } = operation;
  const known = summary ?? description ?? about;
  const both = [summary, description].filter((text, at, texts) => text !== undefined && texts.indexOf(text) === at);
  const combined = both.length === 0 ? about : both.join('\n\n');
  const texts: Readonly<Record<DescriptionMode, string>> = {
    summaryOnly: known,
    descriptionOnly: description ?? known,
    combined,
    full: [combined, about, ...(tags.length === 0 ? [] : [`Tags: ${tags.join(', ')}`])]
      .filter((text, at, all) => all.indexOf(text) === at)
      .join('\n\n'),
  };
  return deprecated ? `Deprecated. ${texts[mode]}` : texts[mode];
}

/** What a model reads about an answer. @param schema of `data` */
export function describeOutput(schema: Json | undefined, options: OutputSchemaOptions): string {
  if (!isJsonObject(schema)) return '';
  if (options.descriptionFormatter !== undefined) return options.descriptionFormatter(schema);
  if (options.descriptionFormat === 'jsonSchema') return `Answers \`data\` as JSON Schema: ${JSON.stringify(schema)}`;
  return `Answers \`data\`: ${summary(schema, 0)}`;
}

const maxNamed = 20;

function summary(schema: Json | undefined, depth: number): string {
  if (!isJsonObject(schema)) return 'any';
  const { anyOf, items, oneOf, properties, $ref, type } = schema;
  if (typeof $ref === 'string') return $ref.replace('#/$defs/', '');
  const choices = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined;
  if (choices !== undefined) return choices.map((choice) => summary(choice, depth + 1)).join(' | ');
  if (items !== undefined) return `list of ${summary(items, depth + 1)}`;
  if (!isJsonObject(properties)) return Array.isArray(type) ? type.map(textOfJson).join(' | ') : (trimmedText(type) ?? 'any');
  const names = Object.keys(properties);
  if (depth > 1) return 'object';
  const shown = names.slice(0, maxNamed).map((name) => `${name}: ${summary(properties[name], depth + 1)}`);
  return `{ ${[...shown, ...(names.length > maxNamed ? [`${names.length - maxNamed} more`] : [])].join(', ')} }`;
}

/** Hints that follow from the method. */
export function annotationsOf(method: string): JsonObject | undefined {
  if (method === 'get' || method === 'head' || method === 'options') return { readOnlyHint: true };
  if (method === 'delete') return { destructiveHint: true, idempotentHint: true };
  return method === 'put' ? { idempotentHint: true } : undefined;
}
