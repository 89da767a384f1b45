import type { Building, NodeOf } from './building.ts';
import { decodeValue } from './decode-value.ts';
import type { Owner, ParseState, Run } from './issues.ts';
import { matches, regExpOf } from './string-checks.ts';
import type { CoercibleKind, PlainKind, SchemaNode } from './table.ts';

/** Raises `invalid_type`. */
export function wrongType(
  state: ParseState,
  input: unknown,
  parts: { expected: string; inst: Owner; received?: string | undefined },
): void {
  const { expected, inst, received } = parts;
  state.issues.push({ expected, code: 'invalid_type', input, inst, ...(received === undefined ? {} : { received }) });
}

const plainTests: Readonly<Record<PlainKind, (value: unknown) => boolean>> = {
  symbol: (value) => typeof value === 'symbol',
  undefined: (value) => value === undefined,
  null: (value) => value === null,
  any: () => true,
  unknown: () => true,
  never: () => false,
  void: (value) => value === undefined,
  nan: (value) => Number.isNaN(value),
  custom: () => true,
};

export function plainRun({ type }: NodeOf<PlainKind>, _building: Building, inst: Owner): Run {
  const test = plainTests[type];
  if (type === 'any' || type === 'unknown' || type === 'custom') return (value) => value;
  return (value, state) => {
    if (!test(value)) wrongType(state, value, { expected: type, inst });
    return value;
  };
}

const coercions: Readonly<Record<CoercibleKind, (value: unknown) => unknown>> = {
  string: String,
  number: Number,
  boolean: Boolean,
  bigint: (value) => BigInt(value as string),
  date: (value) => new Date(value as string),
};

const isDate = (value: unknown): value is Date => value instanceof Date;
const coercibleTests: Readonly<Record<CoercibleKind, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  bigint: (value) => typeof value === 'bigint',
  date: (value) => isDate(value) && !Number.isNaN(value.getTime()),
};

/** What is added when the type is right and the value is still none that counts. */
function receivedAs(type: CoercibleKind, value: unknown): string | undefined {
  if (type === 'number' && typeof value === 'number') return String(value);
  return type === 'date' && isDate(value) ? 'Invalid Date' : undefined;
}

export function coercibleRun({ type, coerce }: NodeOf<CoercibleKind>, _building: Building, inst: Owner): Run {
  const fail = (value: unknown, state: ParseState): unknown => {
    wrongType(state, value, { expected: type, inst, received: receivedAs(type, value) });
    return value;
  };
  if (coerce === true) return coercing(type, fail);
  // Written out where calls are most: one closure less on the way.
  if (type === 'string') return (value, state) => (typeof value === 'string' ? value : fail(value, state));
  if (type === 'number') return (value, state) => (Number.isFinite(value) ? value : fail(value, state));
  const test = coercibleTests[type];
  return (value, state) => (test(value) ? value : fail(value, state));
}

function coercing(type: CoercibleKind, fail: (value: unknown, state: ParseState) => unknown): Run {
  const convert = coercions[type];
  const test = coercibleTests[type];
  return (value, state) => {
    let converted = value;
    try {
      converted = convert(value);
    } catch {
      // What cannot be converted is reported as it came.
    }
    return test(converted) ? converted : fail(converted, state);
  };
}

/** Enumerations and literals. */
export function valuesRun(node: NodeOf<'values'>, _building: Building, inst: Owner): Run {
  const values = node.values.map(decodeValue);
  const known = new Set(values);
  return (value, state) => {
    if (!known.has(value)) state.issues.push({ code: 'invalid_value', values, input: value, inst });
    return value;
  };
}

export function templateRun(node: NodeOf<'template'>, _building: Building, inst: Owner): Run {
  const pattern = regExpOf(node.pattern);
  return (value, state) => {
    if (typeof value !== 'string') wrongType(state, value, { expected: 'string', inst });
    else if (!matches(pattern, value))
      state.issues.push({ input: value, inst, code: 'invalid_format', format: node.format, pattern: pattern.source });
    return value;
  };
}

export const ownerOfNode = (node: SchemaNode, building: Building): Owner =>
  building.ownerOf(node.error, { isSchema: true, isCheck: node.selfCheck === true });
