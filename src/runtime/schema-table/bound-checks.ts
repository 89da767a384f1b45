import type { CheckBuilding, RowOf } from './building.ts';
import { decodeValue } from './decode-value.ts';
import type { Raise, Run } from './issues.ts';

type ValueRow = RowOf<'less_than' | 'multiple_of' | 'number_format'>;
type SizeRow = RowOf<'max_size'>;

/** Bounds of numbers, bigints and dates. */
export function valueRun(row: ValueRow, { raise }: CheckBuilding): Run {
  switch (row.check) {
    case 'less_than':
    case 'greater_than':
      return boundCheck(row, raise);
    case 'multiple_of':
      return multipleCheck(decodeValue(row.value), raise);
    case 'number_format':
      return numberFormat(row.format, raise);
    case 'bigint_format':
      return rangeCheck(bigintRanges[row.format] ?? [0n, 0n], raise);
  }
}

const originOf = (value: unknown): string | undefined =>
  typeof value === 'object' ? 'date' : typeof value === 'number' || typeof value === 'bigint' ? typeof value : undefined;

function boundCheck(row: RowOf<'less_than'>, raise: Raise): Run {
  const bound = decodeValue(row.value) as number;
  const { inclusive } = row;
  const upper = row.check === 'less_than';
  const told = typeof bound === 'object' ? Number(bound) : bound;
  const code = upper ? 'too_big' : 'too_small';
  const limit = upper ? { maximum: told } : { minimum: told };
  // Compared as JavaScript compares: numbers, bigints and dates mix.
  const fits = (value: number): boolean =>
    upper ? (inclusive ? value <= bound : value < bound) : inclusive ? value >= bound : value > bound;
  return (value, state) => {
    if (!fits(value as number)) raise(state, value, { origin: originOf(value) ?? originOf(bound), code, ...limit, inclusive });
    return value;
  };
}

function multipleCheck(divisor: unknown, raise: Raise): Run {
  return (value, state) => {
    if (typeof value !== typeof divisor) throw new Error('Cannot mix number and bigint in multiple_of check.');
    if (!isMultiple(value, divisor)) raise(state, value, { origin: typeof value, code: 'not_multiple_of', divisor });
    return value;
  };
}

function isMultiple(value: unknown, divisor: unknown): boolean {
  if (typeof value === 'bigint' && typeof divisor === 'bigint') return divisor !== 0n && value % divisor === 0n;
  const ratio = Number(value) / Number(divisor);
  const nearest = Math.round(ratio);
  // A decimal multiple is rounded three times on the way here, so a few units of the last place are allowed.
  return Math.abs(ratio - nearest) < 4 * Number.EPSILON * Math.max(Math.abs(ratio), 1);
}

const numberRanges: Readonly<Record<string, readonly [number, number]>> = {
  safeint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  int32: [-0x80000000, 0x7fffffff],
  uint32: [0, 0xffffffff],
  float32: [-3.4028234663852886e38, 3.4028234663852886e38],
  float64: [-Number.MAX_VALUE, Number.MAX_VALUE],
};

const bigintRanges: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int64: [-0x8000000000000000n, 0x7fffffffffffffffn],
  uint64: [0n, 0xffffffffffffffffn],
};

function rangeCheck([minimum, maximum]: readonly [number, number] | readonly [bigint, bigint], raise: Raise): Run {
  const origin = typeof minimum;
  return (value, state) => {
    if ((value as number) < minimum) raise(state, value, { origin, code: 'too_small', minimum, inclusive: true });
    if ((value as number) > maximum) raise(state, value, { origin, code: 'too_big', maximum, inclusive: true });
    return value;
  };
}

function numberFormat(format: string, raise: Raise): Run {
  const inRange = rangeCheck(numberRanges[format] ?? [-Infinity, Infinity], raise);
  if (!format.includes('int')) return inRange;
  const note = 'Integers must be within the safe integer range.';
  return (value, state, start) => {
    if (Number.isSafeInteger(value)) return inRange(value, state, start);
    if (!Number.isInteger(value)) {
      raise(state, value, { expected: 'int', format, code: 'invalid_type' });
      const issue = state.issues.at(-1);
      if (issue !== undefined) issue.continue = false;
      return value;
    }
    const limit =
      (value as number) > 0
        ? { code: 'too_big', maximum: Number.MAX_SAFE_INTEGER }
        : { code: 'too_small', minimum: Number.MIN_SAFE_INTEGER };
    raise(state, value, { ...limit, note, origin: 'int', inclusive: true });
    return value;
  };
}

/** Bounds of lengths and sizes. */
export function sizeRun(row: SizeRow, { raise }: CheckBuilding): Run {
  const { bound, check } = row;
  const bySize = check.includes('size');
  const origin = bySize ? sizedOrigin : lengthOrigin;
  const exact = check === 'size_equals' || check === 'length_equals';
  const low = check === 'min_size' || check === 'min_length';
  // Asked as "does it fit", because a foreign object may have a length that is no number, which fits nothing.
  const fits = (size: number): boolean => (exact ? size === bound : low ? size >= bound : size <= bound);
  return (value, state) => {
    const size = bySize ? sizeOf(value) : lengthOf(value, bound);
    if (fits(size)) return value;
    const limit = low || (exact && !(size > bound)) ? { code: 'too_small', minimum: bound } : { code: 'too_big', maximum: bound };
    raise(state, value, { origin: origin(value), ...limit, inclusive: true, ...(exact ? { exact } : {}) });
    return value;
  };
}

const sizeOf = (value: unknown): number => Reflect.get(Object(value), 'size') as number;

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

const sizedOrigin = (value: unknown): string => (value instanceof Set ? 'set' : value instanceof Map ? 'map' : 'unknown');
const lengthOrigin = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value === 'string' ? 'string' : 'unknown');
