import type { EncodedValue, SchemaNode } from '@service/sdk/schema-table';
import { cannot, cannotCall } from './cannot-compile.ts';
import { encodeValue } from './encode-value.ts';
import { idOfFunction, listFact, patternOf, type TableBuilder, textFact } from './table-builder.ts';
import { isZodSchema, type ZodDef, type ZodSchema } from './zod-facts.ts';

/** What a schema is, without its checks. */
export function readKind(schema: ZodSchema, builder: TableBuilder): SchemaNode {
  const { def } = schema._zod;
  const type = textFact(def.type, 'a type');
  const simple = readLeaf(type, def) ?? readWrapper(type, schema, builder);
  if (simple !== undefined) return simple;
  switch (type) {
    case 'array':
      return { type, item: builder.add(def['element']) };
    case 'set':
      return { type, item: builder.add(def['valueType']) };
    case 'map':
      return { type, key: builder.add(def['keyType']), value: builder.add(def['valueType']) };
    case 'tuple':
      return {
        type,
        items: listFact(def['items'], 'the items').map(builder.add),
        ...(isNothing(def['rest']) ? {} : { rest: builder.add(def['rest']) }),
      };
    case 'object':
      return readObject(def, builder);
    case 'record':
      return readRecord(schema, builder);
    case 'union':
      return schema._zod.traits?.has('$ZodDiscriminatedUnion') === true ? readDiscriminated(schema, builder) : readUnion(schema, builder);
    case 'intersection':
      return { type, left: builder.add(def['left']), right: builder.add(def['right']) };
    case 'pipe':
      return readPipe(schema, builder);
    case 'template_literal':
      return {
        type: 'template',
        pattern: patternOf(schema._zod.pattern),
        format: typeof def['format'] === 'string' ? def['format'] : 'template_literal',
      };
    default:
      return cannotCall(type);
  }
}

const isNothing = (value: unknown): boolean => value === undefined || value === null;

function readLeaf(type: string, def: ZodDef): SchemaNode | undefined {
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'bigint':
    case 'date':
      return { type, ...(def['coerce'] === true ? { coerce: true as const } : {}) };
    case 'symbol':
    case 'undefined':
    case 'null':
    case 'any':
    case 'unknown':
    case 'never':
    case 'void':
    case 'nan':
    case 'custom':
      return { type };
    case 'literal':
      return { type: 'values', values: listFact(def['values'], 'the values').map(encodeValue) };
    case 'enum':
      return { type: 'values', values: enumValues(def['entries']).map(encodeValue) };
    default:
      return undefined;
  }
}

/** A numeric TypeScript enumeration also lists its names by number; those are no values. */
function enumValues(entries: unknown): unknown[] {
  const rows =
    typeof entries === 'object' && entries !== null ? Object.entries<unknown>({ ...entries }) : cannot('an enumeration without entries');
  const numbers = new Set(rows.map(([, value]) => value).filter((value) => typeof value === 'number'));
  return rows.filter(([key]) => !numbers.has(Number(key))).map(([, value]) => value);
}

function readWrapper(type: string, schema: ZodSchema, builder: TableBuilder): SchemaNode | undefined {
  const { def, traits } = schema._zod;
  const inner = (): number => builder.add(def['innerType']);
  switch (type) {
    case 'optional':
      return { type: traits?.has('$ZodExactOptional') === true ? 'exact_optional' : 'optional', inner: inner() };
    case 'nullable':
    case 'nonoptional':
    case 'success':
    case 'readonly':
      return { type, inner: inner() };
    case 'lazy':
      return { type, inner: builder.add(schema._zod.innerType) };
    case 'default':
    case 'prefault':
      return { type, inner: inner(), value: readDefault(def, builder) };
    case 'catch':
      return { type, inner: inner(), value: readCatch(def['catchValue'], builder) };
    case 'transform':
      return { type, call: idOfFunction(def['transform'], 'a transform', builder) };
    default:
      return undefined;
  }
}

function readDefault(def: ZodDef, builder: TableBuilder): EncodedValue | { readonly call: string } {
  const found = builder.marks.find(() => def['defaultValue']);
  if (found !== undefined) return { call: found.id };
  // zod hides whether a default is a function; one that is not marked would be frozen at its value of today.
  if (!builder.everyFunctionIsMarked) return cannot('a default in a schema that an installed package may have made');
  return encodeValue(def['defaultValue']);
}

function readCatch(value: unknown, builder: TableBuilder): EncodedValue | { readonly call: string } {
  const id = builder.marks.idOf(value);
  if (id !== undefined) return { call: id };
  if (typeof value !== 'function' || Reflect.get(value, '~constantCatch') !== true)
    return cannot("a `catch` function whose source is not in the project's own files");
  return encodeValue((value as () => unknown)());
}

function readObject(def: ZodDef, builder: TableBuilder): SchemaNode {
  const shape: unknown = def['shape'];
  if (typeof shape !== 'object' || shape === null) return cannot('an object without a shape');
  if (Object.getOwnPropertySymbols(shape).length > 0) return cannot('an object with a symbol as a key');
  const rows = Object.entries(shape).map(([key, field]: [string, unknown]): [string, number] => [key, builder.add(field)]);
  const catchall = def['catchall'];
  if (isNothing(catchall)) return { type: 'object', shape: rows };
  const closed = isZodSchema(catchall) && catchall._zod.def.type === 'never';
  return { type: 'object', shape: rows, catchall: closed ? 'never' : builder.add(catchall) };
}

function readPipe(schema: ZodSchema, builder: TableBuilder): SchemaNode {
  const { def, traits, bag } = schema._zod;
  const sides = { left: builder.add(def['in']), right: builder.add(def['out']) };
  if (traits?.has('$ZodCodec') !== true) return { type: 'pipe', ...sides };
  const id = builder.marks.idOf(def['transform']);
  if (id !== undefined) return { type: 'codec', ...sides, call: id };
  const texts = (list: unknown): string[] => listFact(list, 'the words').map((word) => textFact(word, 'a word'));
  if (bag?.['truthy'] === undefined) return cannot("a codec whose source is not in the project's own files");
  return {
    type: 'stringbool',
    ...sides,
    truthy: texts(bag['truthy']),
    falsy: texts(bag['falsy']),
    ...(bag['case'] === 'sensitive' ? { caseSensitive: true as const } : {}),
  };
}

function readUnion(schema: ZodSchema, builder: TableBuilder): SchemaNode {
  const { def, traits } = schema._zod;
  return {
    type: 'union',
    options: listFact(def['options'], 'the options').map(builder.add),
    ...(traits?.has('$ZodXor') === true ? { exclusive: true as const } : {}),
  };
}

/** Which option each value of the discriminator chooses; a value that two claim chooses none. */
function readDiscriminated(schema: ZodSchema, builder: TableBuilder): SchemaNode {
  const { def } = schema._zod;
  const key = textFact(def['discriminator'], 'a discriminator');
  const options = listFact(def['options'], 'the options');
  const index = new Map<unknown, number | null>();
  for (const [at, option] of options.entries()) {
    const values = isZodSchema(option) ? option._zod.propValues?.[key] : undefined;
    if (values === undefined || values.size === 0) return cannot(`an option without the discriminator "${key}"`);
    for (const value of values) {
      if (index.has(value) && value !== undefined) return cannot(`two options for one value of the discriminator "${key}"`);
      index.set(value, index.has(value) ? null : at);
    }
  }
  return {
    type: 'discriminated',
    options: options.map(builder.add),
    key,
    index: [...index].map(([value, option]): [EncodedValue, number | null] => [encodeValue(value), option]),
    ...(def['unionFallback'] === true ? { fallback: true as const } : {}),
  };
}

function readRecord(schema: ZodSchema, builder: TableBuilder): SchemaNode {
  const { def } = schema._zod;
  const keyType = def['keyType'];
  const values = isZodSchema(keyType) ? keyType._zod.values : undefined;
  return {
    type: 'record',
    key: builder.add(keyType),
    value: builder.add(def['valueType']),
    ...(def['mode'] === 'loose' ? { loose: true as const } : {}),
    ...(values === undefined ? {} : { values: [...values].map(encodeValue) }),
    ...(def['partial'] === true ? { partial: true as const } : {}),
  };
}
