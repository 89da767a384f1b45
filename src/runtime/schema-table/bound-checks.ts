import { raiser, testCheck, type Check, type CheckOptions } from './checks.ts';
import { type RawIssue, sentence } from './issues.ts';
import { boundText, multipleText, typeText, sizeText } from './texts.ts';

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

/** How lengths or sizes are measured; `bound` says how exactly it has to be known. */
interface Measure {
  readonly applies: (value: unknown) => boolean;
  readonly of: (value: unknown, bound: number) => number;
  readonly originOf: (value: unknown) => string;
}

const length: Measure = {
  applies: (value) => typeof value === 'string' || has(value, 'length'),
  of: lengthOf,
  originOf: (value) => (Array.isArray(value) ? 'array' : typeof value === 'string' ? 'string' : 'unknown'),
};

const size: Measure = {
  applies: (value) => has(value, 'size'),
  of: (value) => Reflect.get(Object(value), 'size') as number,
  originOf: (value) => (value instanceof Set ? 'set' : value instanceof Map ? 'map' : 'unknown'),
};

const has = (value: unknown, key: string): boolean =>
  value !== null && value !== undefined && Reflect.get(Object(value), key) !== undefined;

/**
 * A text is measured in code points: what a person counts as one sign is one, also beyond the first plane. A code point is one or two
 * units, so counting is needed only where the bound lies between both measures.
 */
function lengthOf(value: unknown, bound: number): number {
  if (typeof value !== 'string') return Reflect.get(Object(value), 'length') as number;
  if (value.length < bound || value.length > bound * 2 || !/[\uD800-\uDBFF]/.test(value)) return value.length;
  let count = 0;
  for (const _sign of value) count++;
  return count;
}

interface Bounded {
  readonly measure: Measure;
  /** The most that fits. */
  readonly cap: number;
  /** Asked as "does it fit", because a foreign object may have a length that is no number, which fits nothing. */
  readonly fits: (size: number) => boolean;
  readonly bound: number;
  /** The limit of a size that does not fit. */
  readonly limitOf: (size: number) => RawIssue;
}

function sizeCheck({ measure, cap, fits, bound, limitOf }: Bounded, options: CheckOptions): Check {
  const raise = raiser(options);
  return {
    cap,
    when: measure.applies,
    run: (value, state) => {
      const found = measure.of(value, bound);
      if (!fits(found)) raise(state, value, { origin: measure.originOf(value), inclusive: true, [sentence]: sizeText, ...limitOf(found) });
      return value;
    },
  };
}

const tooBig = (maximum: number) => (): RawIssue => ({ code: 'too_big', maximum });
const tooSmall = (minimum: number) => (): RawIssue => ({ code: 'too_small', minimum });

const atMost = (measure: Measure, bound: number, options: CheckOptions): Check =>
  sizeCheck({ measure, bound, cap: bound, fits: (found) => found <= bound, limitOf: tooBig(bound) }, options);

const atLeast = (measure: Measure, bound: number, options: CheckOptions): Check =>
  sizeCheck({ measure, bound, cap: Infinity, fits: (found) => found >= bound, limitOf: tooSmall(bound) }, options);

function exact(measure: Measure, bound: number, options: CheckOptions): Check {
  const limitOf = (found: number): RawIssue => ({ ...(found > bound ? tooBig : tooSmall)(bound)(), exact: true });
  return sizeCheck({ measure, bound, cap: bound, fits: (found) => found === bound, limitOf }, options);
}

export const maxLengthCheck = (bound: number, options: CheckOptions = {}): Check => atMost(length, bound, options);
export const minLengthCheck = (bound: number, options: CheckOptions = {}): Check => atLeast(length, bound, options);
export const exactLengthCheck = (bound: number, options: CheckOptions = {}): Check => exact(length, bound, options);
export const maxSizeCheck = (bound: number, options: CheckOptions = {}): Check => atMost(size, bound, options);
export const minSizeCheck = (bound: number, options: CheckOptions = {}): Check => atLeast(size, bound, options);
export const exactSizeCheck = (bound: number, options: CheckOptions = {}): Check => exact(size, bound, options);
