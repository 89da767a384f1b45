import { isHopeless, type Owner, type ParseState, placeIssues, type Run, sentence, takeIssues } from './issues.ts';
import { isObject, type AbsentInput, type Input, type KeyRule } from './keys.ts';
import { wrongType } from './leaves.ts';
import { keysText, typeText } from './texts.ts';

export interface ObjectOptions {
  readonly owner?: Owner;
  /** Treatment of keys that the shape does not name; they are dropped when absent. */
  readonly rest?: Rest;
}

type Rest = (known: ReadonlySet<string>, owner: Owner | undefined) => RunRest;
type RunRest = (input: Input, result: Record<string, unknown>, state: ParseState) => void;

export function objectRun(shape: readonly KeyRule[], { owner, rest }: ObjectOptions = {}): Run {
  // An own `__proto__` would become the result's prototype.
  const rules = shape.filter(([key]) => key !== '__proto__');
  const runRest = rest?.(new Set(shape.map(([key]) => key)), owner);
  const fail: Run = wrongType('object', owner);
  return (value, state, from) => {
    if (!isObject(value)) return fail(value, state, from);
    const result: Record<string, unknown> = {};
    const { issues } = state;
    for (const rule of rules) {
      const key = rule[0];
      const start = issues.length;
      const given = value[key];
      const parsed = rule[1](given, state, start);
      // Nearly every key: it was there and is right. Asking whether it is there costs more than the check itself.
      if (given !== undefined && parsed !== undefined && issues.length === start) result[key] = parsed;
      else takeKey(rule, parsed, { present: key in value, result, state, start });
    }
    runRest?.(value, result, state);
    return result;
  };
}

interface KeyTarget {
  readonly present: boolean;
  readonly result: Record<PropertyKey, unknown>;
  readonly state: ParseState;
  readonly start: number;
}

/** The cases beside "there and right": absent keys, wrong values, explicit `undefined`. */
function takeKey([key, , absent, absentOut]: KeyRule, parsed: unknown, { present, result, state, start }: KeyTarget): void {
  const failed = state.issues.length > start;
  if (!present && absentOut === true && (absent === 'optional' || (absent !== undefined && failed))) {
    takeIssues(state, start);
    return;
  }
  if (failed) placeIssues(state, start, key);
  if (!present && absent === undefined) {
    if (!failed) state.issues.push({ code: 'invalid_type', expected: 'nonoptional', input: undefined, path: [key], [sentence]: typeText });
    return;
  }
  if (parsed !== undefined || present || (absent === 'defaulted' && absentOut !== true)) result[key] = parsed;
}

/** Of the input's shape, not of its values: checks still run, and an intersection may know the key. */
export const strictRest: Rest = (known, inst) => (input, _result, state) => {
  const keys: string[] = [];
  for (const key in input) if (!known.has(key)) keys.push(key);
  if (keys.length > 0) state.issues.push({ code: 'unrecognized_keys', keys, input, inst, continue: true, [sentence]: keysText });
};

/** Keys that the shape does not name have a schema too. */
export const catchallRest =
  (run: Run, absent?: AbsentInput, absentOut?: boolean): Rest =>
  (known) =>
  (input, result, state) => {
    const from = state.issues.length;
    for (const key in input) {
      if (known.has(key) || key === '__proto__') continue;
      if (isHopeless(state, from)) break;
      const start = state.issues.length;
      takeKey([key, run, absent, absentOut], run(input[key], state, start), { present: true, result, state, start });
    }
  };

/** A raw shape: `objectRun`, but of own keys only, since an inherited `constructor` is no argument. */
export function shapeRun(rules: readonly KeyRule[]): Run {
  const fail: Run = wrongType('object');
  return (value, state, from) => {
    if (!isObject(value)) return fail(value, state, from);
    const { issues } = state;
    const result: Record<string, unknown> = {};
    for (const rule of rules) {
      const key = rule[0];
      const present = Object.hasOwn(value, key);
      const start = issues.length;
      const parsed = rule[1](present ? value[key] : undefined, state, start);
      // Nearly every key: it was there and is right.
      if (present && parsed !== undefined && issues.length === start) result[key] = parsed;
      else takeKey(rule, parsed, { present, result, state, start });
    }
    return result;
  };
}
