import fc from 'fast-check';
import { isObject, type Json, type JsonObject } from './wire.ts';

/** A value of another kind than the one that stands there. */
const strangers: readonly Json[] = [null, true, 0, -1, 1.5, 1e21, '', 'wrong', [], [null], {}, { wrong: 1 }];

/** Arguments with one fault: a member left out, of another kind, out of its bounds, or one too many. */
export function brokenArguments(valid: fc.Arbitrary<Json>, schema: JsonObject): fc.Arbitrary<Json> {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const names = Object.keys(properties);
  const whole = fc.constantFrom<Json>(
    {},
    { unexpected: 1 },
    ...(names.length === 0 ? [] : [Object.fromEntries(names.map((name) => [name, null]))]),
  );
  if (names.length === 0) return whole;
  const changed = fc
    .tuple(valid, fc.constantFrom(...names), fc.constantFrom(...strangers), fc.nat(4))
    .map(([value, name, stranger, kind]) => {
      const before = isObject(value) ? value : {};
      const { [name]: _left, ...without } = before;
      if (kind === 0) return without;
      if (kind === 1) return { ...before, unexpected: stranger };
      if (kind === 2) return { ...before, [name]: beyond(isObject(properties[name]) ? properties[name] : {}) };
      return { ...before, [name]: stranger };
    });
  return fc.oneof({ weight: 1, arbitrary: whole }, { weight: 6, arbitrary: changed });
}

/** The nearest value outside a bound. */
function beyond(schema: JsonObject): Json {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  if (typeof minimum === 'number') return minimum - 1;
  if (typeof maximum === 'number') return maximum + 1;
  if (typeof maxLength === 'number') return 'x'.repeat(Math.min(maxLength, 5_000) + 1);
  if (typeof minLength === 'number' && minLength > 0) return 'x'.repeat(Math.min(minLength, 5_000) - 1);
  if (typeof maxItems === 'number') return Array.from({ length: Math.min(maxItems, 500) + 1 }, () => null);
  if (typeof minItems === 'number' && minItems > 0) return [];
  return 'no value of the enumeration';
}
