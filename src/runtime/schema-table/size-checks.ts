import { raiser, type Check, type CheckOptions } from './checks.ts';
import { type RawIssue, sentence } from './issues.ts';
import { sizeText } from './texts.ts';

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
