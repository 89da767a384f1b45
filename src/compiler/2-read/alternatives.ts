import type { StaticProperty, StaticValue } from '../model/declarations.ts';
import type { Span } from '../model/span.ts';

/** What a value may be: itself where the sources decide it. */
export const alternativesOf = (value: StaticValue): readonly StaticValue[] => (value.kind === 'one-of' ? value.values : [value]);

/** One of some values; alternatives of alternatives are alternatives. */
export function oneOf(values: readonly StaticValue[], span: Span): StaticValue {
  const all = values.flatMap(alternativesOf);
  const [first] = all;
  return all.length === 1 && first !== undefined ? first : { kind: 'one-of', values: all, span };
}

/**
 * Adds what `...spread` brings to the properties before it; what only some alternatives bring is one of theirs and what it was.
 * @returns whether these are all that it brings
 */
export function withSpread(properties: Map<string, StaticProperty>, spread: StaticValue): boolean {
  const alternatives = alternativesOf(spread);
  // `...(isOn && { … })`: what is no object brings nothing.
  const objects = alternatives.flatMap((one) => (one.kind === 'object' ? [one] : []));
  const before = new Map(properties);
  for (const property of objects.flatMap((one) => one.properties)) {
    const { name, nameSpan, value } = property;
    const given = objects.flatMap((one) => one.properties.find((other) => other.name === name)?.value ?? []);
    const otherwise: StaticValue = before.get(name)?.value ?? { kind: 'literal', value: undefined, span: nameSpan };
    properties.set(name, { ...property, value: oneOf(given.length < alternatives.length ? [...given, otherwise] : given, value.span) });
  }
  return alternatives.every((one) => (one.kind === 'object' ? one.complete : one.kind === 'literal'));
}

/** What a list may hold, in all branches together. */
export const listedBy = (list: StaticValue): readonly StaticValue[] =>
  alternativesOf(list).flatMap((one) => (one.kind === 'array' ? [...one.items.flatMap(alternativesOf), ...(one.maybe ?? [])] : []));

/** A member of an object or a list, any of them where the key is not known; undefined where the sources do not show it. */
export function memberOf(owner: StaticValue, key: string | undefined, span: Span): StaticValue | undefined {
  if (owner.kind !== 'object' && owner.kind !== 'array') return undefined;
  const members: readonly (readonly [string, StaticValue])[] =
    owner.kind === 'object' ? owner.properties.map(({ name, value }) => [name, value]) : owner.items.map((item, at) => [String(at), item]);
  if (key !== undefined) return members.find(([name]) => name === key)?.[1];
  const values = members.map(([, value]) => value);
  return owner.complete && values.length > 0 ? oneOf(values, span) : undefined;
}
