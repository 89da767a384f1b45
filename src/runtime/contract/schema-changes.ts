import { canonicalText, isJsonObject, jsonObjectsIn, type Json, type JsonSchema } from '../model/index.ts';

/**
 * Direction of values: arguments go in, so accepting less breaks callers; results come out, so promising less breaks them.
 */
export type Flow = 'in' | 'out';

export interface SchemaChange {
  readonly kind: 'breaking' | 'compatible' | 'wording';
  /** The change, beginning with its path: "`text` is required now". */
  readonly message: string;
}

interface Step {
  readonly flow: Flow;
  /** `notes[].title`; empty at the root. */
  readonly path: string;
  readonly before: JsonSchema;
  readonly after: JsonSchema;
  readonly roots: { readonly before: JsonSchema; readonly after: JsonSchema };
  /** References followed so far, so that a recursive schema ends. */
  readonly seen: ReadonlySet<string>;
}

type Effect = 'narrower' | 'wider' | 'other';

/** Every difference of two JSON Schemas, by its effect on callers. Unknown changes count as breaking. */
export function schemaChanges(before: JsonSchema, after: JsonSchema, flow: Flow): readonly SchemaChange[] {
  return compare({ flow, path: '', before, after, roots: { before, after }, seen: new Set() });
}

function compare(step: Step): readonly SchemaChange[] {
  const reference = [step.before['$ref'], step.after['$ref']].filter((ref) => typeof ref === 'string');
  if (reference.length > 0) return compareReferences(step, reference.join(' '));
  if (same(step.before, step.after)) return [];
  return [
    ...compareTypes(step),
    ...compareChoices(step),
    ...compareBounds(step),
    ...compareProperties(step),
    ...compareItems(step),
    ...compareVariants(step),
    ...compareTexts(step),
    ...compareRest(step),
  ];
}

function compareReferences(step: Step, key: string): readonly SchemaChange[] {
  if (step.seen.has(key)) return [];
  const before = resolveReference(step.before, step.roots.before);
  const after = resolveReference(step.after, step.roots.after);
  if (before === undefined || after === undefined) return same(step.before, step.after) ? [] : [change(step, 'other', 'changed')];
  return compare({ ...step, before, after, seen: new Set([...step.seen, key]) });
}

function resolveReference(schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  const { $ref: reference, ...beside } = schema;
  if (typeof reference !== 'string') return schema;
  if (!reference.startsWith('#')) return undefined;
  let at: Json | undefined = root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    at = isJsonObject(at) ? at[key] : undefined;
  }
  return isJsonObject(at) ? { ...at, ...beside } : undefined;
}

/** Kinds of JSON values; `integer` is a part of `number`. */
function compareTypes(step: Step): readonly SchemaChange[] {
  const before = typesOf(step.before);
  const after = typesOf(step.after);
  if (same(before, after)) return [];
  const covers = (wide: readonly string[], narrow: readonly string[]): boolean =>
    wide.length === 0 ||
    (narrow.length > 0 && narrow.every((type) => wide.includes(type) || (type === 'integer' && wide.includes('number'))));
  const effect = covers(after, before) ? 'wider' : covers(before, after) ? 'narrower' : 'other';
  const said = (types: readonly string[]): string => (types.length === 0 ? 'any type' : types.join(' or '));
  return [change(step, effect, `is ${said(after)} instead of ${said(before)}`)];
}

const typesOf = ({ type }: JsonSchema): readonly string[] =>
  (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string').toSorted();

/** `enum` and `const`, compared as lists of values. */
function compareChoices(step: Step): readonly SchemaChange[] {
  const choices = (schema: JsonSchema): readonly string[] | undefined =>
    Array.isArray(schema['enum'])
      ? schema['enum'].map((one) => JSON.stringify(one))
      : 'const' in schema
        ? [JSON.stringify(schema['const'])]
        : undefined;
  const before = choices(step.before);
  const after = choices(step.after);
  if (before === undefined && after === undefined) return [];
  if (before === undefined) return [change(step, 'narrower', `is only ${after?.join(', ')} now`)];
  if (after === undefined) return [change(step, 'wider', 'is no longer limited to a list of values')];
  const added = after.filter((value) => !before.includes(value));
  const removed = before.filter((value) => !after.includes(value));
  return [
    ...(added.length > 0 ? [change(step, 'wider', `can be ${added.join(', ')} too`)] : []),
    ...(removed.length > 0 ? [change(step, 'narrower', `can no longer be ${removed.join(', ')}`)] : []),
  ];
}

/** Keyword → whether a larger number accepts more. */
const bounds: Readonly<Record<string, boolean>> = {
  minimum: false,
  exclusiveMinimum: false,
  minLength: false,
  minItems: false,
  minProperties: false,
  maximum: true,
  exclusiveMaximum: true,
  maxLength: true,
  maxItems: true,
  maxProperties: true,
};

function compareBounds(step: Step): readonly SchemaChange[] {
  return Object.entries(bounds).flatMap(([key, largerIsWider]) => {
    const before = boundOf(step.before[key]);
    const after = boundOf(step.after[key]);
    if (before === after) return [];
    if (typeof after !== 'number') return [change(step, 'wider', `has no ${key} any more`)];
    if (typeof before !== 'number') return [change(step, 'narrower', `has ${key} ${after} now`)];
    return [change(step, after > before === largerIsWider ? 'wider' : 'narrower', `has ${key} ${after} instead of ${before}`)];
  });
}

/** zod adds the largest safe integers to every integer schema; they limit nothing. */
const boundOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && Math.abs(value) !== Number.MAX_SAFE_INTEGER ? value : undefined;

function compareProperties(step: Step): readonly SchemaChange[] {
  const before = fieldsOf(step.before);
  const after = fieldsOf(step.after);
  const wasRequired = requiredOf(step.before);
  const isRequired = requiredOf(step.after);
  const found: SchemaChange[] = [];
  for (const [name, schema] of Object.entries(after)) {
    const inner: Step = { ...step, path: step.path === '' ? name : `${step.path}.${name}`, before: {}, after: {} };
    const old = before[name];
    if (old === undefined) {
      const required = isRequired.has(name);
      found.push(change(inner, required ? 'narrower' : 'added', required ? 'was added and is required' : 'was added'));
      continue;
    }
    if (!wasRequired.has(name) && isRequired.has(name)) found.push(change(inner, 'narrower', 'is required now'));
    if (wasRequired.has(name) && !isRequired.has(name)) found.push(change(inner, 'wider', 'is optional now'));
    found.push(...compare({ ...inner, before: old, after: schema }));
  }
  for (const name of Object.keys(before))
    if (after[name] === undefined)
      found.push(change({ ...step, path: step.path === '' ? name : `${step.path}.${name}` }, 'other', 'was removed'));
  const extra = [step.before['additionalProperties'], step.after['additionalProperties']].map((one) => one ?? true);
  if (!same(extra[0], extra[1])) found.push(...compareExtra(step, extra));
  return found;
}

function compareExtra(step: Step, [before, after]: readonly (Json | undefined)[]): readonly SchemaChange[] {
  const path = step.path === '' ? '*' : `${step.path}.*`;
  if (isJsonObject(before) && isJsonObject(after)) return compare({ ...step, path, before, after });
  const wider = before === false || after === true || same(after, {});
  return [change({ ...step, path }, wider ? 'wider' : 'narrower', wider ? 'is accepted now' : 'is limited now')];
}

function compareItems(step: Step): readonly SchemaChange[] {
  const { items: before } = step.before;
  const { items: after } = step.after;
  if (same(before, after)) return [];
  const inner = { ...step, path: `${step.path}[]` };
  if (isJsonObject(before) && isJsonObject(after)) return compare({ ...inner, before, after });
  return [change(inner, before === undefined ? 'narrower' : after === undefined ? 'wider' : 'other', 'changed')];
}

/** Alternatives: equal ones are skipped, the others are compared in order. */
function compareVariants(step: Step): readonly SchemaChange[] {
  return ['anyOf', 'oneOf', 'allOf'].flatMap((key) => {
    const before = jsonObjectsIn(step.before[key]);
    const after = jsonObjectsIn(step.after[key]);
    const gone = before.filter((one) => !after.some((other) => same(one, other)));
    const come = after.filter((one) => !before.some((other) => same(one, other)));
    const pairs = gone.slice(0, come.length);
    const left = gone.length - pairs.length;
    const more = come.length - pairs.length;
    // Every part of `allOf` limits; every part of the other two permits.
    const [adds, removes]: readonly [Effect, Effect] = key === 'allOf' ? ['narrower', 'wider'] : ['wider', 'narrower'];
    return [
      ...pairs.flatMap((one, index) => compare({ ...step, before: one, after: come[index] ?? {} })),
      ...(more > 0 ? [change(step, before.length === 0 ? 'narrower' : adds, `has ${more} more in ${key}`)] : []),
      ...(left > 0 ? [change(step, after.length === 0 ? 'wider' : removes, `has ${left} fewer in ${key}`)] : []),
    ];
  });
}

const texts = ['title', 'description', 'examples', '$comment'];

function compareTexts(step: Step): readonly SchemaChange[] {
  const changed = texts.filter((key) => !same(step.before[key], step.after[key]));
  return changed.length === 0 ? [] : [{ kind: 'wording', message: `${locationOf(step)} has another ${changed.join(' and ')}` }];
}

const understood: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$ref',
  '$defs',
  'definitions',
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'oneOf',
  'allOf',
  ...texts,
  ...Object.keys(bounds),
]);

/** Keywords without rules of their own: adding one limits, removing one permits, changing one does both. */
function compareRest(step: Step): readonly SchemaChange[] {
  const keys = new Set([...Object.keys(step.before), ...Object.keys(step.after)]);
  return [...keys]
    .filter((key) => !understood.has(key) && !same(step.before[key], step.after[key]))
    .map((key) => {
      const effect = step.before[key] === undefined ? 'narrower' : step.after[key] === undefined ? 'wider' : 'other';
      const now = step.after[key] === undefined ? `has no ${key} any more` : `has ${key} ${JSON.stringify(step.after[key])} now`;
      // A default is applied by the server: callers need not know it.
      return key === 'default' ? { kind: 'compatible', message: `${locationOf(step)} ${now}` } : change(step, effect, now);
    });
}

function change(step: Step, effect: Effect | 'added', message: string): SchemaChange {
  const harmless = effect === 'added' || effect === (step.flow === 'in' ? 'wider' : 'narrower');
  return { kind: harmless ? 'compatible' : 'breaking', message: `${locationOf(step)} ${message}` };
}

function locationOf({ flow, path }: Step): string {
  const side = flow === 'in' ? 'input' : 'output';
  return path === '' ? side : `${side} \`${path}\``;
}

const fieldsOf = ({ properties }: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  isJsonObject(properties)
    ? Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, isJsonObject(value) ? value : {}]))
    : {};

const requiredOf = ({ required }: JsonSchema): ReadonlySet<unknown> => new Set(Array.isArray(required) ? required : []);

/** Equal as JSON, whatever the order of keys. */
export const same = (one: unknown, other: unknown): boolean => canonicalText(one) === canonicalText(other);
