import { isRecord } from '../std/index.ts';
import type { Json, JsonObject } from '../model/index.ts';

/** Plain-data copy of a value; functions, classes, symbols and `undefined` are left out, class instances too. */
export function jsonCopy(value: unknown): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown) => {
      const plain = jsonCopy(item);
      return plain === undefined ? [] : [plain];
    });
  }
  if (!isPlainObject(value)) return undefined;
  return jsonObjectCopy(value);
}

/** Plain-data copy of an object; functions, classes, symbols and `undefined` are left out. */
export function jsonObjectCopy(value: Readonly<Record<string, unknown>>): JsonObject {
  const copy: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    const plain = jsonCopy(item);
    if (plain === undefined) continue;
    // A key named __proto__ must not change the prototype.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: plain, enumerable: true, writable: true, configurable: true });
    else copy[key] = plain;
  }
  return copy;
}

/** True for `{…}` and for objects without prototype. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
