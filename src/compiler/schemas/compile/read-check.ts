import type { CheckRow, CodedFormat, OverwriteName } from '@service/sdk/schema-table';
import type { FoundCallback } from './callback-marks.ts';
import { cannot, cannotCall, encodeValue, errorOf, idOfFunction, patternOf, type TableBuilder, textFact } from './table-builder.ts';
import { sourceOf, type ZodDef, type ZodSchema } from './zod-facts.ts';

/** The row of one check; undefined for one that checks nothing (`describe`, `meta`). */
export function readCheck(check: ZodSchema, builder: TableBuilder): CheckRow | undefined {
  const { def } = check._zod;
  const row = rowOf(check, builder);
  if (row === undefined) return undefined;
  return {
    ...row,
    ...errorOf(def, builder),
    ...(def['abort'] === true ? { abort: true as const } : {}),
    ...whenOf(def, builder),
  };
}

/** Conditions that zod itself puts on size checks are part of those checks. */
function whenOf(def: ZodDef, builder: TableBuilder): { when?: { call: string } } {
  const when: unknown = def['when'];
  if (when === undefined || (typeof def.check === 'string' && sizeRows[def.check] !== undefined)) return {};
  return { when: { call: idOfFunction(when, 'a `when` condition', builder) } };
}

const sizeRows: Readonly<Record<string, string>> = {
  max_size: 'maximum',
  min_size: 'minimum',
  size_equals: 'size',
  max_length: 'maximum',
  min_length: 'minimum',
  length_equals: 'length',
};

type SizeName = Extract<CheckRow, { readonly bound: number }>['check'];
const isSize = (name: string): name is SizeName => sizeRows[name] !== undefined;

function rowOf(check: ZodSchema, builder: TableBuilder): CheckRow | undefined {
  const { def } = check._zod;
  const name = textFact(def.check, 'a check');
  if (isSize(name)) return { check: name, bound: Number(def[sizeRows[name] ?? '']) };
  switch (name) {
    case 'describe':
    case 'meta':
      return undefined;
    case 'less_than':
    case 'greater_than':
      return { check: name, value: encodeValue(def['value']), inclusive: def['inclusive'] === true };
    case 'multiple_of':
      return { check: name, value: encodeValue(def['value']) };
    case 'number_format':
    case 'bigint_format':
      return { check: name, format: textFact(def['format'], 'a format') };
    case 'string_format':
      return formatRow(check, builder);
    case 'property':
      return { check: name, key: textFact(def['property'], 'a property'), schema: builder.add(def['schema']) };
    case 'overwrite':
      return { check: name, how: overwriteOf(def['tx'], builder) };
    case 'custom':
      return customRow(check, builder);
    default:
      return cannot(`the check "${name}"`);
  }
}

const codedFormats: Readonly<Record<string, CodedFormat>> = {
  $ZodIPv6: 'ipv6',
  $ZodCIDRv6: 'cidrv6',
  $ZodBase64: 'base64',
  $ZodBase64URL: 'base64url',
  $ZodCreditCard: 'credit_card',
  $ZodIBAN: 'iban',
};
/** Coded formats whose pattern is a part of the check; that of the others only describes. */
const patterned = new Set<CodedFormat>(['credit_card', 'iban']);

function formatRow(check: ZodSchema, builder: TableBuilder): CheckRow {
  const { def, traits } = check._zod;
  const format = textFact(def['format'], 'a format');
  for (const [trait, coded] of Object.entries(codedFormats))
    if (traits?.has(trait) === true)
      return { check: 'format', format: coded, ...(patterned.has(coded) ? { pattern: patternOf(def['pattern']) } : {}) };
  if (traits?.has('$ZodURL') === true) return urlRow(def);
  if (traits?.has('$ZodJWT') === true) return { check: 'jwt', ...(typeof def['alg'] === 'string' ? { algorithm: def['alg'] } : {}) };
  if (traits?.has('$ZodCustomStringFormat') === true) return customFormatRow(def, format, builder);
  if (format === 'includes')
    return {
      check: 'includes',
      text: textFact(def['includes'], 'a part'),
      ...(typeof def['position'] === 'number' ? { position: def['position'] } : {}),
    };
  if (format === 'starts_with') return { check: 'starts_with', text: textFact(def['prefix'], 'a prefix') };
  if (format === 'ends_with') return { check: 'ends_with', text: textFact(def['suffix'], 'a suffix') };
  return { check: 'pattern', format, pattern: patternOf(def['pattern']) };
}

function customFormatRow(def: ZodDef, format: string, builder: TableBuilder): CheckRow {
  const { pattern } = def;
  if (!(pattern instanceof RegExp)) return { check: 'custom_format', format, call: idOfFunction(def['fn'], 'a format function', builder) };
  // zod does not rewind the author's own pattern here, so what a global one accepts depends on the call before.
  if (pattern.global || pattern.sticky) return cannot('a string format with a global or sticky pattern');
  return { check: 'pattern', format, pattern: patternOf(pattern), bare: true };
}

function urlRow(def: ZodDef): CheckRow {
  return {
    check: 'url',
    ...(def['hostname'] === undefined ? {} : { hostname: patternOf(def['hostname']) }),
    ...(def['protocol'] === undefined ? {} : { protocol: patternOf(def['protocol']) }),
    ...(def['normalize'] === true ? { normalize: true } : {}),
  };
}

/** zod's own text changes, by their whole source: a function that reads like this does this. */
const ownChanges: Readonly<Record<string, OverwriteName>> = {
  'input.trim()': 'trim',
  'input.toLowerCase()': 'toLowerCase',
  'input.toUpperCase()': 'toUpperCase',
  'slugify(input)': 'slugify',
  'util.slugify(input)': 'slugify',
};

function overwriteOf(change: unknown, builder: TableBuilder): Extract<CheckRow, { readonly check: 'overwrite' }>['how'] {
  const id = builder.marks.idOf(change);
  if (id !== undefined) return { call: id };
  const body = sourceOf(change).replace(/^\(?input\)?=>/, '');
  const own = ownChanges[body];
  if (own !== undefined) return own;
  if (body === 'input.normalize(form)') return formOf(change as (text: string) => unknown);
  return cannot("an `overwrite` function whose source is not in the project's own files");
}

/** Which Unicode form: the ligature, the composed and the decomposed letter tell the four apart. */
function formOf(normalize: (text: string) => unknown): OverwriteName {
  const sample = '\uFB01\u00E9e\u0301';
  const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
  const made = normalize(sample);
  return forms.find((form) => sample.normalize(form) === made) ?? cannot('an unknown Unicode form');
}

function customRow(check: ZodSchema, builder: TableBuilder): CheckRow | undefined {
  const { def, bag } = check._zod;
  if (bag?.['Class'] !== undefined) return cannotCall('instanceof');
  if (!('fn' in def)) return functionRow(check, builder);
  if (sourceOf(def['fn']) === '()=>true') return undefined;
  const path = def['path'];
  return {
    check: 'refine',
    call: idOfFunction(def['fn'], 'a refinement', builder),
    ...(Array.isArray(path) ? { path: path.map(locationOf) } : {}),
    ...(def['params'] === undefined || def['params'] === null ? {} : { params: encodeValue(def['params']) }),
  };
}

const locationOf = (part: unknown): string | number =>
  typeof part === 'string' || typeof part === 'number' ? part : cannot('a path with a symbol');

/** `superRefine` hands value and context, `check` the payload; the number of arguments tells which it is. */
function functionRow(check: ZodSchema, { marks }: TableBuilder): CheckRow {
  const run: unknown = check._zod.check;
  const id = marks.idOf(run);
  if (id !== undefined) return { check: 'function', call: id };
  // What is called here is zod's own closure around the author's function, or an author's function that is not marked.
  const found: FoundCallback | undefined = isSuperRefine(run) ? marks.find(() => run({ value: undefined, issues: [] })) : undefined;
  if (found === undefined) return cannot("a refinement whose source is not in the project's own files");
  return { check: 'function', call: found.id, withContext: true };
}

const isSuperRefine = (run: unknown): run is (payload: object) => unknown =>
  typeof run === 'function' && sourceOf(run).includes('payload.addIssue');
