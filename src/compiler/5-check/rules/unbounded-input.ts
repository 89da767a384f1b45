import { isJsonObject, type Json, type JsonObject } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOf, type Rule } from '../rule.ts';

/** Texts and lists without an upper bound. Texts of a fixed format or a choice have one of their own. */
export const checkUnboundedInput: Rule = (model) =>
  model.server.tools.flatMap((tool) => {
    const fields = unboundedOf(tool.inputSchema, '');
    return fields.length === 0 ? [] : [diagnose('unbounded-input', { name: tool.name, fields }, locationOf(model, tool.id))];
  });

function unboundedOf(schema: Json | undefined, path: string): readonly string[] {
  if (!isJsonObject(schema)) return [];
  const found: string[] = [];
  const { type, properties, items } = schema;
  if (type === 'string' && !isBoundedText(schema)) found.push(path);
  if (type === 'array' && schema['maxItems'] === undefined && items !== undefined) found.push(path);
  if (isJsonObject(properties))
    for (const [name, inner] of Object.entries(properties)) found.push(...unboundedOf(inner, path === '' ? name : `${path}.${name}`));
  found.push(...unboundedOf(items, `${path}[]`));
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const options = schema[key];
    if (Array.isArray(options)) for (const option of options) found.push(...unboundedOf(option, path));
  }
  return [...new Set(found)];
}

const isBoundedText = (schema: JsonObject): boolean =>
  ['maxLength', 'enum', 'const', 'format', 'pattern'].some((key) => schema[key] !== undefined);
