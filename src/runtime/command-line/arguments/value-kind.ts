import { isJsonObject, textOfJson, type Json, type JsonObject } from '../../model/index.ts';

type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** How the text of a flag becomes a value. */
export type ValueKind =
  | { readonly kind: 'text' }
  | { readonly kind: 'number'; readonly integer: boolean }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly values: readonly Json[] }
  /** The flag may be repeated. */
  | { readonly kind: 'list'; readonly item: ValueKind }
  /** JSON of one of these types; where `string` is one of them, other text stands for itself. */
  | { readonly kind: 'json'; readonly types: ReadonlySet<JsonType> };

const allTypes: readonly JsonType[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
/** Schemas that refer to each other in a circle end here. */
const maxDepth = 16;

/** @param root the tool's schema, which `$ref`s point into */
export function kindOf(schema: Json | undefined, root: JsonObject, depth = 0): ValueKind {
  const resolved = resolveReference(schema, root);
  const values = choicesOf(resolved, root, depth);
  if (values !== undefined) return { kind: 'choice', values };
  const types = typesOf(resolved, root, depth);
  const [only] = types;
  if (types.size !== 1 || only === undefined) return { kind: 'json', types };
  if (only === 'string') return { kind: 'text' };
  if (only === 'number' || only === 'integer') return { kind: 'number', integer: only === 'integer' };
  if (only === 'boolean') return { kind: 'boolean' };
  const items = isJsonObject(resolved) && !Array.isArray(resolved['prefixItems']) ? resolved['items'] : undefined;
  if (only !== 'array' || items === undefined || depth >= maxDepth) return { kind: 'json', types };
  return { kind: 'list', item: kindOf(items, root, depth + 1) };
}

/** The schema that a chain of `#/…` references ends at. */
export function resolveReference(schema: Json | undefined, root: JsonObject): Json | undefined {
  let found = schema;
  for (let hops = 0; hops < maxDepth && isJsonObject(found) && typeof found['$ref'] === 'string'; hops++) {
    const { $ref: reference } = found;
    if (!reference.startsWith('#')) return undefined;
    found = reference
      .slice(1)
      .split('/')
      .slice(1)
      .map((step) => decodeStep(step))
      .reduce<Json | undefined>((at, step) => (isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : undefined), root);
  }
  return found;
}

/** RFC 6901 section 3, in a URI fragment. */
function decodeStep(step: string): string {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** The values of `const`, `enum` and unions of them. */
function choicesOf(schema: Json | undefined, root: JsonObject, depth: number): readonly Json[] | undefined {
  if (!isJsonObject(schema) || depth >= maxDepth) return undefined;
  if (schema['const'] !== undefined) return [schema['const']];
  if (Array.isArray(schema['enum'])) return schema['enum'];
  const union = unionOf(schema);
  if (union === undefined) return undefined;
  const parts = union.map((one) => {
    const part = resolveReference(one, root);
    return isJsonObject(part) && part['type'] === 'null' ? [null] : choicesOf(part, root, depth + 1);
  });
  const known = parts.flatMap((values) => values ?? []);
  return parts.includes(undefined) || known.every((value) => value === null) ? undefined : known;
}

const unionOf = ({ anyOf, oneOf }: JsonObject): readonly Json[] | undefined =>
  Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined;

function typesOf(schema: Json | undefined, root: JsonObject, depth: number): ReadonlySet<JsonType> {
  const resolved = resolveReference(schema, root);
  if (!isJsonObject(resolved) || depth >= maxDepth) return new Set(allTypes);
  if (resolved['const'] !== undefined) return new Set([typeOf(resolved['const'])]);
  if (Array.isArray(resolved['enum'])) return new Set(resolved['enum'].map(typeOf));
  const { type } = resolved;
  if (typeof type === 'string') return new Set(allTypes.filter((one) => one === type));
  if (Array.isArray(type)) return new Set(allTypes.filter((one) => type.includes(one)));
  const union = unionOf(resolved);
  if (union !== undefined) return new Set(union.flatMap((one) => [...typesOf(one, root, depth + 1)]));
  const { allOf } = resolved;
  if (!Array.isArray(allOf)) return new Set(isJsonObject(resolved['properties']) ? ['object'] : allTypes);
  return allOf
    .map((one) => typesOf(one, root, depth + 1))
    .reduce((left, right) => new Set([...left].filter((one) => right.has(one))), new Set(allTypes));
}

export function typeOf(value: Json): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'string') return 'string';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}

/** The texts that a flag takes, where they are known. */
export function choicesOfKind(kind: ValueKind): readonly string[] | undefined {
  if (kind.kind === 'list') return choicesOfKind(kind.item);
  return kind.kind === 'choice' ? kind.values.map(textOfJson) : undefined;
}

/** Short, for help: `number`, `sun|rain`, `JSON`. */
export function describeKind(kind: ValueKind): string {
  switch (kind.kind) {
    case 'text':
      return 'text';
    case 'number':
      return kind.integer ? 'integer' : 'number';
    case 'boolean':
      return 'true|false';
    case 'choice':
      return kind.values.map(textOfJson).join('|');
    case 'list':
      return describeKind(kind.item);
    default:
      return kind.types.has('string') ? 'text or JSON' : 'JSON';
  }
}
