import { canonicalText } from '../model/index.ts';
import { isRecord, isTexts } from '../std/index.ts';
import { entriesIn, every, listIn, numberIn, patternIn, type Keyword } from './keyword.ts';
import { forObject, ofItems, ofProperties } from './members.ts';
import { findRepeatedItem } from './repeated-item.ts';
import { besides } from './run.ts';

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  array: (value) => Array.isArray(value),
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),
  null: (value) => value === null,
  number: (value) => typeof value === 'number',
  object: isRecord,
  string: (value) => typeof value === 'string',
};

const numbers =
  (says: (limit: number) => string, holds: (value: number, limit: number) => boolean): Keyword =>
  (argument, site) => {
    const limit = numberIn(argument, site);
    const message = says(limit);
    return (value, run) => typeof value !== 'number' || holds(value, limit) || run.fail(message);
  };

/** @param size of a value; undefined for one that the keyword is not about */
const sizes =
  (size: (value: unknown) => number | undefined, isMost: boolean, unit: string): Keyword =>
  (argument, site) => {
    const limit = numberIn(argument, site);
    const message = `must NOT have ${isMost ? 'more' : 'fewer'} than ${limit} ${unit}`;
    return (value, run) => {
      const found = size(value);
      return found === undefined || (isMost ? found <= limit : found >= limit) || run.fail(message);
    };
  };

const lengthOf = (value: unknown): number | undefined => (typeof value === 'string' ? characters(value) : undefined);
const countOf = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : undefined);
const namesIn = (value: unknown): number | undefined => (isRecord(value) ? Object.keys(value).length : undefined);

/** Code points. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

const someOf =
  (message: string, holds: (found: number) => boolean): Keyword =>
  (argument, site) => {
    const checks = listIn(argument, site).map((schema, index) => besides(site.child(schema, String(index))));
    return (value, run, marks) => {
      const before = run.problems.length;
      let found = 0;
      for (const check of checks) if (check(value, run, marks)) found++;
      if (!holds(found)) return run.fail(message);
      run.problems.length = before;
      return true;
    };
  };

/** In the order in which they run: those of what no other keyword has looked at come last. */
export const keywords: Readonly<Record<string, Keyword>> = {
  $ref: (argument, site) => site.refer(argument, false),
  $dynamicRef: (argument, site) => site.refer(argument, true),
  type: (argument, site) => {
    const names = typeof argument === 'string' ? [argument] : isTexts(argument) ? argument : site.refuse('it is a type or a list of types');
    const tests = names.map((name) => (Object.hasOwn(kinds, name) && kinds[name]) || site.refuse(`"${name}" is no type`));
    const message = `must be ${names.join(',')}`;
    return (value, run) => tests.some((test) => test(value)) || run.fail(message);
  },
  const: (argument) => {
    const wanted = canonicalText(argument);
    return (value, run) => canonicalText(value) === wanted || run.fail('must be equal to constant');
  },
  enum: (argument, site) => {
    const wanted = new Set(listIn(argument, site).map(canonicalText));
    return (value, run) => wanted.has(canonicalText(value)) || run.fail('must be equal to one of the allowed values');
  },
  maximum: numbers(
    (limit) => `must be <= ${limit}`,
    (value, limit) => value <= limit,
  ), // oxfmt
  minimum: numbers(
    (limit) => `must be >= ${limit}`,
    (value, limit) => value >= limit,
  ),
  exclusiveMaximum: numbers(
    (limit) => `must be < ${limit}`,
    (value, limit) => value < limit,
  ),
  exclusiveMinimum: numbers(
    (limit) => `must be > ${limit}`,
    (value, limit) => value > limit,
  ),
  multipleOf: numbers((limit) => `must be multiple of ${limit}`, isMultiple),
  maxLength: sizes(lengthOf, true, 'characters'),
  minLength: sizes(lengthOf, false, 'characters'),
  pattern: (argument, site) => {
    const pattern = patternIn(argument, site);
    const message = `must match pattern "${pattern.source}"`;
    return (value, run) => typeof value !== 'string' || pattern.test(value) || run.fail(message);
  },
  maxItems: sizes(countOf, true, 'items'),
  minItems: sizes(countOf, false, 'items'),
  uniqueItems: (argument) => (value, run) => {
    const found = argument === true && Array.isArray(value) ? findRepeatedItem(value) : undefined;
    return found === undefined || run.fail(`must NOT have duplicate items (items ## ${found.i} and ${found.j} are identical)`);
  },
  maxProperties: sizes(namesIn, true, 'properties'),
  minProperties: sizes(namesIn, false, 'properties'),
  required: (argument, site) => {
    const names = isTexts(argument) ? argument : site.refuse('it is a list of names');
    return forObject((object, run) =>
      every(names, (name) => Object.hasOwn(object, name) || run.fail(`must have required property '${name}'`)),
    );
  },
  dependentRequired: (argument, site) => {
    const rules = entriesIn(argument, site).map(
      ([name, needs]) => [name, isTexts(needs) ? needs : site.refuse(`"${name}" has no list of names`)] as const,
    );
    return forObject((object, run) =>
      every(rules, ([name, needs]) => {
        const message = `must have ${needs.length === 1 ? 'property' : 'properties'} ${needs.join(', ')} when property ${name} is present`;
        return !Object.hasOwn(object, name) || every(needs, (need) => Object.hasOwn(object, need) || run.fail(message));
      }),
    );
  },
  allOf: (argument, site) => {
    const checks = listIn(argument, site).map((schema, index) => besides(site.child(schema, String(index))));
    return (value, run, marks) => every(checks, (check) => check(value, run, marks));
  },
  anyOf: someOf('must match a schema in anyOf', (found) => found > 0),
  oneOf: someOf('must match exactly one schema in oneOf', (found) => found === 1),
  not: (argument, site) => {
    const check = site.child(argument);
    return (value, run) => !run.quietly(() => check(value, run)) || run.fail('must NOT be valid');
  },
  if: (argument, { child, schema }) => {
    const [condition, then, otherwise] = [argument, schema['then'] ?? true, schema['else'] ?? true].map((part) => besides(child(part)));
    return (value, run, marks) => {
      const holds = condition === undefined || run.quietly(() => condition(value, run, marks));
      const next = holds ? then : otherwise;
      return next === undefined || next(value, run, marks) || run.fail(`must match "${holds ? 'then' : 'else'}" schema`);
    };
  },
  prefixItems: ofItems.prefixItems,
  items: ofItems.items,
  contains: ofItems.contains,
  properties: ofProperties.properties,
  patternProperties: ofProperties.patternProperties,
  additionalProperties: ofProperties.additionalProperties,
  propertyNames: ofProperties.propertyNames,
  dependentSchemas: ofProperties.dependentSchemas,
  unevaluatedItems: ofItems.unevaluatedItems,
  unevaluatedProperties: ofProperties.unevaluatedProperties,
};

/** Quotients of decimal fractions are not exact in binary ones. */
function isMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  return Number.isFinite(quotient) && Math.abs(quotient - Math.round(quotient)) <= 1e-12 * Math.max(1, Math.abs(quotient));
}
