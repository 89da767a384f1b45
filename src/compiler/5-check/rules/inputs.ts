import { createRequire } from 'node:module';
import { isJsonObject, type Json, type JsonObject } from '@service/sdk/model';
import { diagnose, type Diagnostic } from '../../diagnostics/index.ts';
import { parameterHeaderProblems } from '../../model/parameter-headers.ts';
import { locationOf, type Rule } from '../rule.ts';

export const checkMissingParameterDescription: Rule = (model) => {
  // Of tools that an adapter makes, one finding for all: their author has the description of the API alone.
  const made = new Map<string, string[]>();
  const written = model.server.tools.flatMap(({ name, inputSchema, id, owner }) => {
    const { properties } = inputSchema;
    const parameters = isJsonObject(properties)
      ? Object.entries(properties).filter(([, schema]) => isJsonObject(schema) && !describes(schema))
      : [];
    if (parameters.length === 0) return [];
    const adapter = owner.find(({ kind }) => kind === 'adapter')?.id;
    if (adapter === undefined)
      return [
        diagnose(
          'missing-parameter-description',
          { tool: name, parameters: parameters.map(([parameter]) => parameter) },
          locationOf(model, id),
        ),
      ];
    made.set(adapter, [...(made.get(adapter) ?? []), name]);
    return [];
  });
  return [
    ...written,
    ...[...made].map(([adapter, tools]) =>
      diagnose('missing-parameter-description', { adapter, tools }, locationOf(model, `adapter:${adapter}`)),
    ),
  ];
};

/** A named definition carries its description elsewhere, and a constant speaks for itself. */
const describes = (schema: JsonObject): boolean => typeof schema['description'] === 'string' || '$ref' in schema || 'const' in schema;

/** MCP 2026-07-28: a marked parameter also travels as the header Mcp-Param-<Name>. */
export const checkInvalidParameterHeader: Rule = (model) =>
  model.server.tools.flatMap(({ name: tool, inputSchema, id }) =>
    parameterHeaderProblems(inputSchema).map(({ parameter, problem }) =>
      diagnose('invalid-parameter-header', { tool, parameter, problem }, locationOf(model, id)),
    ),
  );

/** Regular expressions of inputs on which a short text keeps the server busy; those that cannot be judged are named once, together. */
export const checkExponentialPattern: Rule = (model) => {
  const undecided: string[] = [];
  const found = model.server.tools.flatMap((tool): readonly Diagnostic[] =>
    [...patternsOf(tool.inputSchema)].flatMap((pattern) => {
      const verdict = judgePattern(pattern);
      if (verdict.kind === 'undecided') undecided.push(`${tool.name}: ${pattern}`);
      if (verdict.kind !== 'exponential') return [];
      const { attack } = verdict;
      return [diagnose('exponential-pattern', { name: tool.name, pattern, attack }, locationOf(model, tool.id))];
    }),
  );
  if (undecided.length === 0) return found;
  return [...found, diagnose('undecided-pattern', { patterns: [...new Set(undecided)] }, { span: model.spans['server'] })];
};

/** Every pattern that a schema checks its texts and names by. */
function patternsOf(schema: Json | undefined, found: Set<string> = new Set()): ReadonlySet<string> {
  if (Array.isArray(schema)) for (const item of schema) patternsOf(item, found);
  if (!isJsonObject(schema)) return found;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'pattern' && typeof value === 'string') found.add(value);
    else if (key === 'patternProperties' && isJsonObject(value)) for (const name of Object.keys(value)) found.add(name);
    if (!['const', 'enum', 'default', 'examples'].includes(key)) patternsOf(value, found);
  }
  return found;
}

/** Texts, lists, records and values of any kind without an upper bound. */
export const checkUnboundedInput: Rule = (model) =>
  model.server.tools.flatMap((tool) => {
    const fields = unboundedFields(tool.inputSchema);
    return fields.length === 0 ? [] : [diagnose('unbounded-input', { name: tool.name, fields }, locationOf(model, tool.id))];
  });

/** Paths of a JSON Schema whose values may be of any size: `titles`, an item `titles[]`, a member of a record `scores.*`. */
export const unboundedFields = (schema: Json): readonly string[] => [...new Set(unboundedOf(schema, { path: '', root: schema, seen: [] }))];

interface Visit {
  readonly path: string;
  readonly root: Json;
  /** References that lead here: a recursive schema is looked at once. */
  readonly seen: readonly string[];
}

function unboundedOf(schema: Json | undefined, visit: Visit): readonly string[] {
  const { path, root, seen } = visit;
  if (schema === true) return [path];
  if (!isJsonObject(schema)) return [];
  const reference = schema['$ref'];
  if (typeof reference === 'string')
    return seen.includes(reference) ? [] : unboundedOf(targetOf(root, reference), { ...visit, seen: [...seen, reference] });
  const types = [schema['type']].flat();
  // `allOf` of a text holds further patterns of the same text.
  const keys = types.includes('string') ? ['anyOf', 'oneOf'] : ['anyOf', 'oneOf', 'allOf'];
  const branches = keys.flatMap((key) => (Array.isArray(schema[key]) ? [schema[key]] : []));
  const isFree = types[0] === undefined && branches.length === 0 && !isChoice(schema) && path !== '';
  return [
    ...(isFree ? [path] : []),
    ...(types.includes('string') && !isBoundedText(schema) ? [path] : []),
    ...(types.includes('array') ? unboundedList(schema, visit) : []),
    ...(types.includes('object') ? unboundedRecord(schema, visit) : []),
    ...branches.flat().flatMap((option) => unboundedOf(boundedBy(schema, option), visit)),
  ];
}

/** A limit beside `allOf` or `anyOf` holds for its branches too. */
function boundedBy(schema: JsonObject, option: Json): Json {
  if (!isJsonObject(option)) return option;
  const limits = ['maxLength', 'maxItems', 'maxProperties'].filter((key) => schema[key] !== undefined && option[key] === undefined);
  return limits.length === 0 ? option : { ...option, ...Object.fromEntries(limits.map((key) => [key, schema[key] ?? 0])) };
}

function unboundedList(schema: JsonObject, visit: Visit): readonly string[] {
  const { items, prefixItems, maxItems } = schema;
  const inner = { ...visit, path: `${visit.path}[]` };
  const first = Array.isArray(prefixItems) ? prefixItems.flatMap((item) => unboundedOf(item, inner)) : [];
  return [...(maxItems === undefined && items !== false ? [visit.path] : []), ...first, ...unboundedOf(items ?? false, inner)];
}

function unboundedRecord(schema: JsonObject, visit: Visit): readonly string[] {
  const { additionalProperties = false, maxProperties, patternProperties, properties, propertyNames } = schema;
  const below = (name: string): Visit => ({ ...visit, path: visit.path === '' ? name : `${visit.path}.${name}` });
  const named = isJsonObject(properties) ? Object.entries(properties).flatMap(([name, inner]) => unboundedOf(inner, below(name))) : [];
  const values = [additionalProperties, ...(isJsonObject(patternProperties) ? Object.values(patternProperties) : [])].filter(
    (value) => value !== false,
  );
  const isCounted = maxProperties !== undefined || (isJsonObject(propertyNames) && isChoice(propertyNames));
  const whole = visit.path === '' ? '*' : visit.path;
  if (values.length > 0 && !isCounted) return [...named, whole];
  return [...named, ...values.flatMap((value) => unboundedOf(value, below('*')))];
}

const isChoice = (schema: JsonObject): boolean =>
  schema['enum'] !== undefined || schema['const'] !== undefined || schema['not'] !== undefined;

/** Formats whose texts have a longest one; of the others a pattern decides. */
const shortFormats = new Set([
  'date',
  'uuid',
  'guid',
  'ulid',
  'xid',
  'ksuid',
  'nanoid',
  'ipv4',
  'ipv6',
  'cidrv4',
  'cidrv6',
  'mac',
  'e164',
  'hostname',
]);

function isBoundedText(schema: JsonObject): boolean {
  const { format, maxLength, pattern, allOf } = schema;
  if (maxLength !== undefined || isChoice(schema)) return true;
  if (typeof format === 'string' && shortFormats.has(format)) return true;
  const beside = Array.isArray(allOf) ? allOf.map((part) => (isJsonObject(part) ? part : {})) : [];
  return [{ pattern, maxLength: undefined }, ...beside].some(
    (part) => part.maxLength !== undefined || (typeof part.pattern === 'string' && hasLongestText(part.pattern)),
  );
}

function targetOf(root: Json, reference: string): Json | undefined {
  if (reference === '#') return root;
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<Json | undefined>((found, part) => (isJsonObject(found) ? found[part] : undefined), root);
}

/* The one home of recheck, which decides by automata whether a regular expression can take exponential time. */
type PatternVerdict = { readonly kind: 'good' | 'undecided' } | { readonly kind: 'exponential'; readonly attack: string };

/** Patterns of zod's formats that look ahead, which automata cannot follow; none repeats a part that it could divide in several ways. */
export const knownPatterns: ReadonlySet<string> = new Set([
  String.raw`^P(?:(\d+W)|(?!.*W)(?=\d|T\d)(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)$`,
  String.raw`^(?=.{1,253}\.?$)[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[-0-9a-zA-Z]{0,61}[0-9a-zA-Z])?)*\.?$`,
  String.raw`^(?=.{1,253}$)([a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,63}$`,
]);

const judged = new Map<string, PatternVerdict>();

/** Only a group that repeats can make the number of ways to match grow with every sign: other patterns need no analysis. */
const repeatsGroup = (pattern: string): boolean => /\)(?:[*+]|\{)/.test(pattern);

/** Judges a pattern; one that looks ahead or behind, or refers back, or is too large, is undecided. */
export function judgePattern(pattern: string): PatternVerdict {
  if (!repeatsGroup(pattern) || knownPatterns.has(pattern)) return { kind: 'good' };
  const known = judged.get(pattern) ?? analyse(pattern);
  judged.set(pattern, known);
  return known;
}

function analyse(pattern: string): PatternVerdict {
  const flags = /\\[pP]\{/.test(pattern) ? 'u' : '';
  const { attack, complexity, status } = fieldsOf(loadCheck()(pattern, flags, { checker: 'automaton', timeout: 20_000 }));
  if (status === 'vulnerable' && fieldsOf(complexity)['type'] === 'exponential')
    return { kind: 'exponential', attack: String(fieldsOf(attack)['pattern']) };
  return { kind: status === 'safe' || status === 'vulnerable' ? 'good' : 'undecided' };
}

type Check = (pattern: string, flags: string, options: { readonly checker: 'automaton'; readonly timeout: number }) => unknown;

/** Its build without worker, process and binary; 3 MB, so loaded for the patterns that need it. */
function loadCheck(): Check {
  const loaded: unknown = createRequire(import.meta.url)('recheck/lib/browser.js');
  const { checkSync } = fieldsOf(loaded);
  if (typeof checkSync !== 'function') throw new Error('recheck has no checkSync');
  return (...given): unknown => Reflect.apply(checkSync, undefined, given);
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.keys(value).map((key) => [key, Reflect.get(value, key)])) : {};

/**
 * Whether a regular expression matches whole texts of a limited length: it is anchored at both ends, and nothing in it repeats without
 * end. When in doubt it does not.
 */
export function hasLongestText(pattern: string): boolean {
  if (!pattern.startsWith('^') || !pattern.endsWith('$') || pattern.endsWith('\\$')) return false;
  const inner = pattern.slice(1, -1);
  let depth = 0;
  for (let at = 0; at < inner.length; at++) {
    const sign = inner[at];
    if (sign === '\\') at++;
    else if (sign === '[') at = endOfClass(inner, at);
    else if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (sign === '|' && depth === 0) return false;
    else if (sign === '*' || sign === '+' || /^\{\d+,\}/.test(inner.slice(at, at + 12))) return false;
  }
  return depth === 0;
}

function endOfClass(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ']') return at;
  }
  return text.length;
}
