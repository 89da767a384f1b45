import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import { kindOf, resolveReference, type ValueKind } from './value-kind.ts';

/** Schemas that refer to each other in a circle end here. */
const maxDepth = 8;

const formats: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'ann@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

/**
 * A small value that a schema takes, for an example on a command line. Patterns are not followed.
 * @param root the tool's schema, which `$ref`s point into
 */
export function sampleValue(schema: Json | undefined, root: JsonObject, depth = 0): Json {
  const resolved = resolveReference(schema, root);
  if (!isJsonObject(resolved) || depth >= maxDepth) return {};
  const { anyOf, default: standard, examples, oneOf } = resolved;
  const [given = standard] = Array.isArray(examples) ? examples : [];
  if (given !== undefined) return given;
  const kind = kindOf(resolved, root);
  if (kind.kind === 'choice') return kind.values[0] ?? null;
  const branches = Array.isArray(anyOf) ? anyOf : oneOf;
  if (Array.isArray(branches) && branches[0] !== undefined) return sampleValue(branches[0], root, depth + 1);
  return ofKind(kind, { schema: resolved, root, depth });
}

interface Described {
  readonly schema: JsonObject;
  readonly root: JsonObject;
  readonly depth: number;
}

function ofKind(kind: ValueKind, described: Described): Json {
  const { depth, root, schema } = described;
  if (kind.kind === 'boolean') return true;
  if (kind.kind === 'number') return numberIn(schema);
  if (kind.kind === 'text') return textOf(schema);
  if (kind.kind === 'list') {
    const { items, minItems } = schema;
    return Array.from({ length: Math.max(1, numberOf(minItems) ?? 1) }, () => sampleValue(items, root, depth + 1));
  }
  if (kind.kind === 'choice') return kind.values[0] ?? null;
  if (kind.types.has('string')) return 'text';
  return kind.types.has('array') && !kind.types.has('object') ? [] : requiredMembers(described);
}

function requiredMembers({ depth, root, schema }: Described): JsonObject {
  const { properties, required } = schema;
  if (!isJsonObject(properties) || !Array.isArray(required)) return {};
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name))
      .map(([name, member]) => [name, sampleValue(member, root, depth + 1)]),
  );
}

const numberOf = (value: Json | undefined): number | undefined => (typeof value === 'number' ? value : undefined);

/** 1, or the first number near the bounds that keeps all of them. */
function numberIn({ exclusiveMaximum, exclusiveMinimum, maximum, minimum, multipleOf, type }: JsonObject): number {
  const step = numberOf(multipleOf) ?? 1;
  const least = numberOf(minimum) ?? -Infinity;
  const greatest = numberOf(maximum) ?? Infinity;
  const above = numberOf(exclusiveMinimum) ?? -Infinity;
  const below = numberOf(exclusiveMaximum) ?? Infinity;
  const fits = (value: number): boolean =>
    value >= least &&
    value <= greatest &&
    value > above &&
    value < below &&
    (type !== 'integer' || Number.isInteger(value)) &&
    (multipleOf === undefined || Number.isInteger(value / step));
  const rounded = [Math.ceil(least / step), Math.floor(greatest / step), Math.floor(above / step) + 1, Math.ceil(below / step) - 1];
  const candidates = [1, ...rounded.map((count) => count * step), least, greatest, (above + below) / 2];
  return candidates.filter(Number.isFinite).find(fits) ?? 1;
}

function textOf({ format, maxLength, minLength }: JsonObject): string {
  const text = (typeof format === 'string' ? formats[format] : undefined) ?? 'text';
  return text.padEnd(numberOf(minLength) ?? 0, 'x').slice(0, numberOf(maxLength) ?? Infinity);
}
