import { type Owner, type ParseState, type Run, sentence } from './issues.ts';
import { typeText, valuesText } from './texts.ts';

/** Refuses a value of another type; `received` describes a value of the right type that is invalid (`NaN`, `Invalid Date`). */
export const wrongType =
  (expected: string, inst?: Owner, received?: (value: unknown) => string | undefined): ((value: unknown, state: ParseState) => unknown) =>
  (value, state) => {
    const told = received?.(value);
    state.issues.push({
      expected,
      code: 'invalid_type',
      input: value,
      inst,
      [sentence]: typeText,
      ...(told === undefined ? {} : { received: told }),
    });
    return value;
  };

type Test = (value: unknown) => boolean;

/** A schema that accepts values which pass a test. */
function testRun(test: Test, fail: Run): Run {
  return (value, state, start) => (test(value) ? value : fail(value, state, start));
}

const isDate: Test = (value) => value instanceof Date && !Number.isNaN(value.getTime());

const wrongNumber = (inst?: Owner): Run => wrongType('number', inst, (value) => (typeof value === 'number' ? String(value) : undefined));
const wrongDate = (inst?: Owner): Run => wrongType('date', inst, (value) => (value instanceof Date ? 'Invalid Date' : undefined));

// Written out for the most frequent kinds: it saves a call per value.
export function stringRun(inst?: Owner): Run {
  const fail: Run = wrongType('string', inst);
  return (value, state, start) => (typeof value === 'string' ? value : fail(value, state, start));
}

export function numberRun(inst?: Owner): Run {
  const fail = wrongNumber(inst);
  return (value, state, start) => (Number.isFinite(value) ? value : fail(value, state, start));
}

export function booleanRun(inst?: Owner): Run {
  const fail: Run = wrongType('boolean', inst);
  return (value, state, start) => (typeof value === 'boolean' ? value : fail(value, state, start));
}

export const bigintRun = (inst?: Owner): Run => testRun((value) => typeof value === 'bigint', wrongType('bigint', inst));
export const dateRun = (inst?: Owner): Run => testRun(isDate, wrongDate(inst));

export const symbolRun = (inst?: Owner): Run => testRun((value) => typeof value === 'symbol', wrongType('symbol', inst));
export const undefinedRun = (inst?: Owner): Run => testRun((value) => value === undefined, wrongType('undefined', inst));
export const voidRun = (inst?: Owner): Run => testRun((value) => value === undefined, wrongType('void', inst));
export const nullRun = (inst?: Owner): Run => testRun((value) => value === null, wrongType('null', inst));
export const nanRun = (inst?: Owner): Run => testRun(Number.isNaN, wrongType('nan', inst));
export const neverRun = (inst?: Owner): Run => wrongType('never', inst);
export const anyRun = (): Run => (value) => value;

/** Converts before it tests. */
function coercedRun(convert: (value: unknown) => unknown, run: Run): Run {
  return (value, state, start) => {
    let converted = value;
    try {
      converted = convert(value);
    } catch {
      // A value that cannot be converted is reported unchanged.
    }
    return run(converted, state, start);
  };
}

export const coercedStringRun = (inst?: Owner): Run => coercedRun(String, stringRun(inst));
export const coercedNumberRun = (inst?: Owner): Run => coercedRun(Number, numberRun(inst));
export const coercedBooleanRun = (inst?: Owner): Run => coercedRun(Boolean, booleanRun(inst));
export const coercedBigintRun = (inst?: Owner): Run => coercedRun((value) => BigInt(value as string), bigintRun(inst));
export const coercedDateRun = (inst?: Owner): Run => coercedRun((value) => new Date(value as string), dateRun(inst));

/** Enumerations and literals. */
export function valuesRun(values: readonly unknown[], inst?: Owner): Run {
  const known = new Set(values);
  return (value, state) => {
    if (!known.has(value)) state.issues.push({ code: 'invalid_value', values, input: value, inst, [sentence]: valuesText });
    return value;
  };
}
