import type { EncodedValue } from '@service/sdk/schema-table';
import { cannot } from './cannot-compile.ts';

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
