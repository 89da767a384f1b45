import type { Building, NodeOf } from './building.ts';
import { decodeValue } from './decode-value.ts';
import { finishAll, placeIssues, takeIssues, type Owner, type ParseState, type Run } from './issues.ts';
import { wrongType } from './leaves.ts';
import type { SchemaNode } from './table.ts';

type Input = Readonly<Record<PropertyKey, unknown>>;

export const isObject = (value: unknown): value is Input => typeof value === 'object' && value !== null && !Array.isArray(value);

/** How one key is treated; the same for declared keys and for those that the catch-all takes. */
interface KeyRule {
  readonly key: string;
  readonly run: Run;
  readonly absent: SchemaNode['absent'];
  readonly absentOut: boolean;
}

const ruleOf = (key: string, index: number, building: Building): KeyRule => {
  const { absent, absentOut } = building.nodeAt(index);
  return { key, run: building.run(index), absent, absentOut: absentOut === true };
};

export function objectRun(node: NodeOf<'object'>, building: Building, inst: Owner): Run {
  // An own `__proto__` would become the result's prototype.
  const rules = node.shape.filter(([key]) => key !== '__proto__').map(([key, index]) => ruleOf(key, index, building));
  const rest = restRun(node, building, inst);
  const count = rules.length;
  return (value, state) => {
    if (!isObject(value)) {
      wrongType(state, value, { expected: 'object', inst });
      return value;
    }
    const result: Record<string, unknown> = {};
    for (let at = 0; at < count; at++) {
      const rule = rules[at] as KeyRule;
      const { key } = rule;
      const start = state.issues.length;
      const given = value[key];
      const parsed = rule.run(given, state, start);
      // Nearly every key: it was there and is right. Asking whether it is there costs more than the check itself.
      if (given !== undefined && parsed !== undefined && state.issues.length === start) result[key] = parsed;
      else takeKey(rule, parsed, { input: value, result, state, start });
    }
    rest?.(value, result, state);
    return result;
  };
}

interface KeyPlace {
  readonly input: Input;
  readonly result: Record<PropertyKey, unknown>;
  readonly state: ParseState;
  readonly start: number;
}

/** The cases beside "there and right": absent keys, wrong values, explicit `undefined`. */
function takeKey({ key, absent, absentOut }: KeyRule, parsed: unknown, { input, result, state, start }: KeyPlace): void {
  const present = key in input;
  const failed = state.issues.length > start;
  if (!present && absentOut && (absent === 'optional' || (absent !== undefined && failed))) {
    takeIssues(state, start);
    return;
  }
  if (failed) placeIssues(state, start, key);
  if (!present && absent === undefined) {
    if (!failed) state.issues.push({ code: 'invalid_type', expected: 'nonoptional', input: undefined, path: [key] });
    return;
  }
  if (parsed !== undefined || present || (absent === 'defaulted' && !absentOut)) result[key] = parsed;
}

type Rest = (input: Input, result: Record<string, unknown>, state: ParseState) => void;

/** What happens to keys that the shape does not name. */
function restRun(node: NodeOf<'object'>, building: Building, inst: Owner): Rest | undefined {
  const { catchall } = node;
  if (catchall === undefined) return undefined;
  const known = new Set(node.shape.map(([key]) => key));
  if (catchall === 'never')
    return (input, _result, state) => {
      const keys: string[] = [];
      for (const key in input) if (!known.has(key)) keys.push(key);
      // Of the input's shape, not of its values: checks still run, and an intersection may know the key.
      if (keys.length > 0) state.issues.push({ code: 'unrecognized_keys', keys, input, inst, continue: true });
    };
  const rule = ruleOf('', catchall, building);
  return (input, result, state) => {
    for (const key in input) {
      if (known.has(key) || key === '__proto__') continue;
      const start = state.issues.length;
      takeKey({ ...rule, key }, rule.run(input[key], state, start), { input, result, state, start });
    }
  };
}

/**
 * A raw shape, as the run time checks it without a table: own keys only, since an inherited `constructor` is no argument, and unknown
 * keys are dropped.
 */
export function shapeRun(node: NodeOf<'shape'>, building: Building): Run {
  const rules = node.shape.map(([key, index]) => ruleOf(key, index, building));
  return (value, state) => {
    if (!isObject(value)) {
      state.issues.push({ code: 'invalid_type', expected: 'object', input: value, message: 'Invalid input: expected object' });
      return value;
    }
    const result: Record<string, unknown> = {};
    for (const { key, run, absentOut } of rules) {
      const present = Object.hasOwn(value, key);
      const start = state.issues.length;
      const parsed = run(present ? value[key] : undefined, state, start);
      if (state.issues.length > start) {
        if (present || !absentOut) placeIssues(state, start, key);
        else takeIssues(state, start);
      } else if (key === '__proto__')
        Object.defineProperty(result, key, { value: parsed, enumerable: true, writable: true, configurable: true });
      else if (present || parsed !== undefined) result[key] = parsed;
    }
    return result;
  };
}

/** A record must be a plain object: one made by `{}` or without a prototype, in any realm. */
export function isPlainObject(value: unknown): value is Input {
  if (!isObject(value)) return false;
  const { constructor } = value;
  if (typeof constructor !== 'function') return true;
  const prototype: unknown = constructor.prototype;
  return isObject(prototype) && Object.hasOwn(prototype, 'isPrototypeOf');
}

interface RecordParts {
  readonly node: NodeOf<'record'>;
  readonly key: Run;
  readonly value: Run;
  readonly inst: Owner;
  readonly values: readonly PropertyKey[] | undefined;
}

export function recordRun(node: NodeOf<'record'>, building: Building, inst: Owner): Run {
  const values = node.values?.map(decodeValue).filter((item) => typeof item === 'string' || typeof item === 'number');
  const parts: RecordParts = { node, key: building.run(node.key), value: building.run(node.value), inst, values };
  const fill = values === undefined || node.partial === true ? fillOpen : fillListed;
  return (input, state) => {
    if (!isPlainObject(input)) {
      wrongType(state, input, { expected: 'record', inst });
      return input;
    }
    const result: Record<PropertyKey, unknown> = {};
    const extra = fill(parts, { input, result, state, start: 0 });
    if (extra.length > 0) state.issues.push({ code: 'unrecognized_keys', input, inst, keys: extra, continue: true });
    return result;
  };
}

/** Every key that the key schema lists, in its order; others are left over. */
function fillListed(parts: RecordParts, { input, result, state }: KeyPlace): PropertyKey[] {
  const listed = new Set<PropertyKey>();
  for (const key of parts.values ?? []) {
    listed.add(typeof key === 'number' ? String(key) : key);
    if (key === '__proto__') continue;
    const out = runKey(parts, key, { input, result, state, start: state.issues.length });
    if (out !== undefined) fillValue(parts, { key, out }, { input, result, state, start: state.issues.length });
  }
  const extra: PropertyKey[] = [];
  for (const key in input) {
    if (listed.has(key)) continue;
    if (parts.node.loose !== true) extra.push(key);
    else if (key !== '__proto__') result[key] = input[key];
  }
  return extra;
}

/** The key as the key schema makes it; its failure is one issue. */
function runKey(parts: RecordParts, key: PropertyKey, { state, start }: KeyPlace): PropertyKey | undefined {
  const out = parts.key(key, state, start);
  if (state.issues.length === start) return out as PropertyKey;
  invalidKey(parts, key, { state, start });
  return undefined;
}

function invalidKey(parts: RecordParts, key: PropertyKey, { state, start }: { state: ParseState; start: number }): void {
  const issues = finishAll(takeIssues(state, start), state.messageOf);
  state.issues.push({ code: 'invalid_key', origin: 'record', issues, input: key, path: [key], inst: parts.inst });
}

function fillValue(
  parts: RecordParts,
  { key, out }: { key: PropertyKey; out: PropertyKey },
  { input, result, state, start }: KeyPlace,
): void {
  // The key schema may have made the name.
  if (out === '__proto__') return;
  const value = parts.value(input[key], state, start);
  if (state.issues.length > start) placeIssues(state, start, key);
  result[out] = value;
}

const numericKey = /^-?\d+(?:\.\d+)?$/;

/** Every key of the input. */
function fillOpen(parts: RecordParts, { input, result, state }: KeyPlace): PropertyKey[] {
  const extra: PropertyKey[] = [];
  for (const key of Reflect.ownKeys(input)) {
    if (key === '__proto__' || !Object.prototype.propertyIsEnumerable.call(input, key)) continue;
    const start = state.issues.length;
    let out = parts.key(key, state, start) as PropertyKey;
    if (state.issues.length > start && typeof key === 'string' && numericKey.test(key))
      out = retryAsNumber(parts, key, { input, result, state, start }) ?? out;
    if (state.issues.length === start) {
      fillValue(parts, { key, out }, { input, result, state, start });
    } else if (parts.node.loose === true) {
      takeIssues(state, start);
      result[key] = input[key];
    } else if (parts.values !== undefined) {
      takeIssues(state, start);
      extra.push(key);
    } else invalidKey(parts, key, { state, start });
  }
  return extra;
}

/** Keys of objects are texts; a key schema may want numbers. The first failure stands when this fails too. */
function retryAsNumber(parts: RecordParts, key: string, { state, start }: KeyPlace): PropertyKey | undefined {
  const first = takeIssues(state, start);
  const out = parts.key(Number(key), state, start);
  if (state.issues.length === start) return out as PropertyKey;
  takeIssues(state, start);
  state.issues.push(...first);
  return undefined;
}
