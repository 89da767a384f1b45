import { raiser, testCheck, type Check, type CheckOptions } from './checks.ts';
import { type RawIssue, sentence } from './issues.ts';
import { boundText, multipleText, typeText } from './texts.ts';

type Bound = number | bigint | Date;

const originOf = (value: unknown): string | undefined =>
  typeof value === 'object' ? 'date' : typeof value === 'number' || typeof value === 'bigint' ? typeof value : undefined;

const boundOf = (bound: Bound, code: string, inclusive: boolean) => {
  const told = typeof bound === 'object' ? Number(bound) : bound;
  const limit = code === 'too_big' ? { maximum: told } : { minimum: told };
  return (value: unknown): RawIssue => ({ origin: originOf(value) ?? originOf(bound), code, ...limit, inclusive, [sentence]: boundText });
};

// Compared as JavaScript compares: numbers, bigints and dates mix.
const asNumber = (value: unknown): number => value as number;

export const atMostCheck = (bound: Bound, options: CheckOptions = {}): Check =>
  testCheck(options, (value) => asNumber(value) <= asNumber(bound), boundOf(bound, 'too_big', true));
export const lessThanCheck = (bound: Bound, options: CheckOptions = {}): Check =>
  testCheck(options, (value) => asNumber(value) < asNumber(bound), boundOf(bound, 'too_big', false));
export const atLeastCheck = (bound: Bound, options: CheckOptions = {}): Check =>
  testCheck(options, (value) => asNumber(value) >= asNumber(bound), boundOf(bound, 'too_small', true));
export const greaterThanCheck = (bound: Bound, options: CheckOptions = {}): Check =>
  testCheck(options, (value) => asNumber(value) > asNumber(bound), boundOf(bound, 'too_small', false));

export function multipleCheck(divisor: number | bigint, options: CheckOptions = {}): Check {
  const test = (value: unknown): boolean => {
    if (typeof value !== typeof divisor) throw new Error('Cannot mix number and bigint in multiple_of check.');
    return isMultiple(value, divisor);
  };
  return testCheck(options, test, (value) => ({ origin: typeof value, code: 'not_multiple_of', divisor, [sentence]: multipleText }));
}

function isMultiple(value: unknown, divisor: number | bigint): boolean {
  if (typeof value === 'bigint' && typeof divisor === 'bigint') return divisor !== 0n && value % divisor === 0n;
  const ratio = Number(value) / Number(divisor);
  const nearest = Math.round(ratio);
  // A decimal multiple is rounded three times on the way here, so a few units of the last place are allowed.
  return Math.abs(ratio - nearest) < 4 * Number.EPSILON * Math.max(Math.abs(ratio), 1);
}

export type Range = readonly [number, number] | readonly [bigint, bigint];

/** The range of a format of numbers: `float32`, `int64`. */
export function rangeCheck([minimum, maximum]: Range, options: CheckOptions = {}): Check {
  const raise = raiser(options);
  const facts = { origin: typeof minimum, inclusive: true, [sentence]: boundText };
  return {
    when: options.when,
    run: (value, state) => {
      if (asNumber(value) < minimum) raise(state, value, { ...facts, code: 'too_small', minimum });
      if (asNumber(value) > maximum) raise(state, value, { ...facts, code: 'too_big', maximum });
      return value;
    },
  };
}

/** Whole numbers of a format: `safeint`, `int32`. */
export function integerCheck(format: string, range: Range, options: CheckOptions = {}): Check {
  const inRange = rangeCheck(range, options);
  const raise = raiser(options);
  const facts = { note: 'Integers must be within the safe integer range.', origin: 'int', inclusive: true, [sentence]: boundText };
  return {
    when: options.when,
    run: (value, state, start) => {
      if (Number.isSafeInteger(value)) return inRange.run(value, state, start);
      if (!Number.isInteger(value))
        raise(state, value, { expected: 'int', format, code: 'invalid_type', continue: false, [sentence]: typeText });
      else if (asNumber(value) > 0) raise(state, value, { ...facts, code: 'too_big', maximum: Number.MAX_SAFE_INTEGER });
      else raise(state, value, { ...facts, code: 'too_small', minimum: Number.MIN_SAFE_INTEGER });
      return value;
    },
  };
}
