import { isPlainObject } from './keys.ts';

export type Merged = { readonly value: unknown } | { readonly path: readonly PropertyKey[] };

/** Merges the results of both halves of an intersection; a conflict is returned as its path. */
export function mergeValues(left: unknown, right: unknown): Merged {
  if (left === right) return { value: left };
  if (left instanceof Date && right instanceof Date && left.getTime() === right.getTime()) return { value: left };
  if (isPlainObject(left) && isPlainObject(right)) return mergeObjects(left, right);
  if (Array.isArray(left) && Array.isArray(right) && left.length === right.length) return mergeArrays(left, right);
  return { path: [] };
}

type Fields = Readonly<Record<PropertyKey, unknown>>;

function mergeObjects(left: Fields, right: Fields): Merged {
  const value: Record<PropertyKey, unknown> = { ...left, ...right };
  delete value['__proto__'];
  for (const key of Object.keys(left)) {
    if (key === '__proto__' || !Object.hasOwn(right, key)) continue;
    const merged = mergeValues(left[key], right[key]);
    if ('path' in merged) return { path: [key, ...merged.path] };
    value[key] = merged.value;
  }
  return { value };
}

function mergeArrays(left: readonly unknown[], right: readonly unknown[]): Merged {
  const value: unknown[] = [];
  for (let at = 0; at < left.length; at++) {
    const merged = mergeValues(left[at], right[at]);
    if ('path' in merged) return { path: [at, ...merged.path] };
    value.push(merged.value);
  }
  return { value };
}
