import type { Json, JsonObject } from '@service/sdk/model';
import type { StaticObject, StaticProperty, StaticValue } from '../model/declarations.ts';

/** Collects the paths whose values only evaluation knows. */
export interface Blanks {
  add(path: string): void;
}

export const propertyOf = (value: StaticValue | undefined, name: string): StaticProperty | undefined =>
  value?.kind === 'object' ? value.properties.find((property) => property.name === name) : undefined;

export const valueOf = (value: StaticValue | undefined, name: string): StaticValue | undefined => propertyOf(value, name)?.value;

export const stringOf = (value: StaticValue | undefined): string | undefined =>
  value?.kind === 'literal' && typeof value.value === 'string' ? value.value : undefined;

export const itemsOf = (value: StaticValue | undefined): readonly StaticValue[] => (value?.kind === 'array' ? value.items : []);

/** The value as JSON, without functions and classes. Unknown values are left out and named in `blanks`. */
export function plainOf(value: StaticValue | undefined, path: string, blanks: Blanks): Json | undefined {
  switch (value?.kind) {
    case undefined:
    case 'function':
    case 'class':
    case 'declaration':
      return undefined;
    case 'literal':
      return value.value;
    case 'object':
      return plainObject(value, path, blanks);
    case 'array':
      if (!value.complete) blanks.add(path);
      return value.items.map((item, index) => plainOf(item, `${path}.${index}`, blanks) ?? null);
    case 'environment':
    case 'schema':
    case 'one-of':
    case 'unknown':
      blanks.add(path);
      return undefined;
  }
}

export function plainObject(value: StaticObject, path: string, blanks: Blanks): JsonObject {
  if (!value.complete) blanks.add(path);
  const plain: JsonObject = {};
  for (const property of value.properties) {
    const inner = plainOf(property.value, `${path}.${property.name}`, blanks);
    if (inner !== undefined) plain[property.name] = inner;
  }
  return plain;
}

/** Lists of what brings entries of its own. */
const bringingLists = new Set(['plugins', 'adapters']);

/** A call in such a list makes its item at build and again at each start, which compares: no start decides it. */
export const isMadeByCall = (item: StaticValue, list: string): boolean =>
  bringingLists.has(list) && item.kind === 'unknown' && item.because === 'computed' && item.text.endsWith(')');
