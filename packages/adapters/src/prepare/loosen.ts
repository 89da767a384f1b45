import { isJsonObject, type Json, type JsonObject } from '@service/sdk/model';
import { listsOfSchemas, mapsOfSchemas, schemas } from './schemas.ts';

/**
 * A schema that may lead to some that accept anything, because they lie too deep to be listed. What it says by exclusion would refuse what
 * fits: where they hold a reference to such a schema, `oneOf` becomes `anyOf`, and `not` and `if` are left out.
 * @param open names of the schemas that accept anything, and of those that lead to them
 */
export function loosened(given: JsonObject, open: ReadonlySet<string>): JsonObject {
  const isOpen = (value: Json | undefined): boolean => value !== undefined && refsIn(value).some((name) => open.has(name));
  const inner = (value: Json | undefined): Json => (isJsonObject(value) ? loosened(value, open) : (value ?? {}));
  const schema: JsonObject = { ...given };
  const { oneOf } = schema;
  if (isOpen(schema['not'])) delete schema['not'];
  if (isOpen(schema['if'])) for (const key of ['if', 'then', 'else']) delete schema[key];
  if (Array.isArray(oneOf) && isOpen(oneOf)) {
    delete schema['oneOf'];
    if (schema['anyOf'] === undefined) schema['anyOf'] = oneOf;
    else schema['allOf'] = [...(Array.isArray(schema['allOf']) ? schema['allOf'] : []), { anyOf: oneOf }];
  }
  for (const key of schemas) if (key in schema) schema[key] = inner(schema[key]);
  for (const key of listsOfSchemas) if (Array.isArray(schema[key])) schema[key] = schema[key].map(inner);
  for (const key of mapsOfSchemas) {
    const map = schema[key];
    if (isJsonObject(map)) schema[key] = Object.fromEntries(Object.entries(map).map(([name, one]) => [name, inner(one)]));
  }
  return schema;
}

/** Names of the shared schemas that a value refers to. */
const refsIn = (value: Json): readonly string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].map(([, name = '']) => name);
