import type { SchemaOutcome } from '../../define/index.ts';
import type { Check } from '../../entries/index.ts';

/** Few schemas refuse all of them: bounds, multiples and integers are the usual reasons. */
const standIns = [0, 1, 2, 100, 1000, -1, -100, 0.5, 0.25];

/**
 * Judges a value that its schema has refused, where `output.allowNonFinite` is set. Schemas for numbers refuse NaN and Infinity, so the
 * schema sees finite numbers in their place, twice: what differs between both outcomes was made of those places and is not finite either.
 */
export async function judgeNonFinite(check: Check, value: unknown, refused: SchemaOutcome): Promise<SchemaOutcome> {
  if (!holdsNonFinite(value)) return refused;
  const accepted: unknown[] = [];
  for (const standIn of standIns) {
    const outcome = await check(withStandIn(value, standIn));
    if (outcome.issues === undefined) accepted.push(outcome.value);
    if (accepted.length === 2) return { value: withGaps(accepted[0], accepted[1]) };
  }
  return refused;
}

const isNonFinite = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value);

/** Looks into lists and plain objects only: what a class keeps is its own. */
function holdsNonFinite(value: unknown, open: readonly object[] = []): boolean {
  if (isNonFinite(value)) return true;
  return isOpenable(value, open) && Object.values(value).some((item) => holdsNonFinite(item, [...open, value]));
}

function withStandIn(value: unknown, standIn: number, open: readonly object[] = []): unknown {
  if (isNonFinite(value)) return standIn;
  if (!isOpenable(value, open)) return value;
  const inside = [...open, value];
  if (Array.isArray(value)) return value.map((item) => withStandIn(item, standIn, inside));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withStandIn(item, standIn, inside)]));
}

function withGaps(one: unknown, other: unknown): unknown {
  if (Object.is(one, other)) return one;
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    return one.map((item: unknown, at) => withGaps(item, other[at]));
  if (isPlain(one) && isPlain(other) && Object.keys(one).join('\n') === Object.keys(other).join('\n'))
    return Object.fromEntries(Object.entries(one).map(([key, item]) => [key, withGaps(item, Reflect.get(other, key))]));
  return Number.NaN;
}

/** A cycle ends where it closes; the answer's own check names it. */
const isOpenable = (value: unknown, open: readonly object[]): value is object =>
  (Array.isArray(value) || isPlain(value)) && !open.includes(value);

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
