import type { CallbackId, EncodedValue, ErrorText, PatternRow, SchemaNode } from '@service/sdk/schema-table';
import type { CallbackMarks } from './callback-marks.ts';
import { isZodSchema, sourceOf, type ZodDef, type ZodSchema } from './zod-facts.ts';

/** The growing table, for the readers of schema kinds and checks. */
export interface TableBuilder {
  /** Index of a schema's node; the same schema is one node. */
  readonly add: (schema: unknown) => number;
  readonly marks: CallbackMarks;
  /** All functions of the sources are marked: only then is an unmarked default known to be a constant. */
  readonly everyFunctionIsMarked: boolean;
}

export function createTableBuilder(
  parts: Omit<TableBuilder, 'add'>,
  read: (schema: ZodSchema, builder: TableBuilder) => SchemaNode,
): { builder: TableBuilder; nodes: SchemaNode[] } {
  const nodes: SchemaNode[] = [];
  const known = new Map<ZodSchema, number>();
  const builder: TableBuilder = {
    ...parts,
    add(schema) {
      if (!isZodSchema(schema)) return cannot('a schema of another library than zod 4');
      const index = known.get(schema);
      if (index !== undefined) return index;
      const own = nodes.length;
      known.set(schema, own);
      // Reserved before its parts are read, because a recursive part refers to it.
      nodes.push({ type: 'any' });
      nodes[own] = read(schema, builder);
      return own;
    },
  };
  return { builder, nodes };
}

/** The id of a function that zod stores unchanged. */
export function idOfFunction(value: unknown, what: string, { marks }: TableBuilder): CallbackId {
  return marks.idOf(value) ?? cannot(`${what} whose source is not in the project's own files`);
}

/** Sources of the closures that zod makes of a text message; only their source distinguishes them from a user's function. */
const messageClosures = new Set(['()=>params', '()=>params.error']);

/** The author's own message. */
export function errorOf(def: ZodDef, builder: TableBuilder): { error?: ErrorText } {
  const error: unknown = def['error'];
  if (error === undefined) return {};
  if (typeof error !== 'function') return cannot('an error that is no function');
  const id = builder.marks.idOf(error);
  if (id !== undefined) return { error: { call: id } };
  if (!messageClosures.has(sourceOf(error))) return cannot("an error function whose source is not in the project's own files");
  const made: unknown = (error as () => unknown)();
  return typeof made === 'string' ? { error: made } : cannot('an error that is no text');
}

/** Source and flags. */
export function patternOf(pattern: unknown): PatternRow {
  return pattern instanceof RegExp ? [pattern.source, pattern.flags] : cannot('a format without a pattern');
}

export const textFact = (value: unknown, what: string): string => (typeof value === 'string' ? value : cannot(`${what} that is no text`));

export const listFact = (value: unknown, what: string): readonly unknown[] =>
  Array.isArray(value) ? value : cannot(`${what} that is no list`);

/** Thrown inside the table compiler when a schema has to keep its zod object; never leaves it. */
export class CannotCompile extends Error {
  override readonly name = 'CannotCompile';
  /** The function of zod that made the part at fault, where one is known. */
  readonly call: string | undefined;

  constructor(reason: string, call?: string) {
    super(reason);
    this.call = call;
  }
}

/** The same for all that a function of zod makes. */
export function cannotCall(call: string): never {
  throw new CannotCompile(`\`z.${call}\``, call);
}

export function cannot(reason: string): never {
  throw new CannotCompile(reason);
}

/** A value as data; what has no faithful form keeps its schema out of the table. */
export function encodeValue(value: unknown): EncodedValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? value : { $: 'number', v: Object.is(value, -0) ? '-0' : String(value) };
    case 'bigint':
      return { $: 'bigint', v: value.toString() };
    case 'undefined':
      return { $: 'undefined' };
    case 'object':
      return value === null ? null : encodeObject(value);
    default:
      return cannot(`a ${typeof value} as a value`);
  }
}

function encodeObject(value: object): EncodedValue {
  if (Array.isArray(value)) return Array.from<unknown, EncodedValue>(value, encodeValue);
  if (value instanceof Date) return { $: 'date', v: value.getTime() };
  if (value instanceof Map) return { $: 'map', v: [...value].map(([key, item]) => [encodeValue(key), encodeValue(item)]) };
  if (value instanceof Set) return { $: 'set', v: [...value].map(encodeValue) };
  if (!isPlainRecord(value)) return cannot('a value that is an instance of a class');
  if (Object.hasOwn(value, '__proto__')) return cannot('a value with a key named __proto__');
  const fields = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encodeValue(item)]));
  return '$' in fields || 'call' in fields ? { $: 'object', v: fields } : fields;
}
/** True for an object that is nothing but its own text-named data. */
export function isPlainRecord(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  if (Object.getOwnPropertySymbols(value).length > 0) return false;
  return Object.values(Object.getOwnPropertyDescriptors(value)).every(
    (property) => property.get === undefined && property.enumerable === true,
  );
}
