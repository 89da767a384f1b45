import { isJsonObject, type Json, type JsonObject } from '@service/sdk/model';
import { listsOfSchemas, mapsOfSchemas, schemas } from './schemas.ts';

/**
 * A schema that leads to some that accept anything, because they lie too deep to be listed. What it says by exclusion would refuse what fits:
 * `oneOf` becomes `anyOf`, and `not` and `if` are left out where they hold a reference.
 */
export function loosened({ oneOf, ...rest }: JsonObject): JsonObject {
  const schema: JsonObject = rest;
  if (holdsReference(schema['not'])) delete schema['not'];
  if (holdsReference(schema['if'])) for (const key of ['if', 'then', 'else']) delete schema[key];
  if (Array.isArray(oneOf)) {
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

const inner = (value: Json | undefined): Json => (isJsonObject(value) ? loosened(value) : (value ?? {}));

const holdsReference = (value: Json | undefined): boolean => value !== undefined && JSON.stringify(value).includes('"$ref"');
