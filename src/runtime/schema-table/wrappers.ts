import { memberOf } from '../std/index.ts';
import { finishAll, type Owner, type ParseState, type Run, sentence, takeIssues } from './issues.ts';
import { wrongType } from './leaves.ts';
import { addIssueTo, runCallback, type CallPayload, type Callback } from './run-callback.ts';
import { everyText } from './every-text.ts';
import { valuesText } from './texts.ts';

export const optionalRun =
  (inner: Run): Run =>
  (value, state, start) =>
    value === undefined ? value : inner(value, state, start);

/** Around a schema that puts something in the place of an absent value. */
export const optionalDefaultRun =
  (inner: Run): Run =>
  (value, state, start) => {
    if (value !== undefined) return inner(value, state, start);
    const before = state.issues.length;
    const parsed = inner(value, state, before);
    return takeIssues(state, before).length > 0 ? undefined : parsed;
  };

export const nullableRun =
  (inner: Run): Run =>
  (value, state, start) =>
    value === null ? value : inner(value, state, start);

export const readonlyRun =
  (inner: Run): Run =>
  (value, state, start) =>
    Object.freeze(inner(value, state, start));

/** As the schema library does: the answer is given and the issues stay. */
export const successRun =
  (inner: Run): Run =>
  (value, state, start) => {
    inner(value, state, start);
    return state.issues.length === start;
  };

export function nonoptionalRun(inner: Run, inst?: Owner): Run {
  const fail: Run = wrongType('nonoptional', inst);
  return (value, state, start) => {
    const parsed = inner(value, state, start);
    return parsed === undefined && state.issues.length === start ? fail(parsed, state, start) : parsed;
  };
}

/** A schema that contains itself: by the time of a call it is there. */
export const laterRun =
  (run: () => Run): Run =>
  (value, state, start) =>
    run()(value, state, start);

/** Makes a new value for each call, so that no call changes another's. */
export type Maker = (state: ParseState, start: number) => unknown;

/** The author's function as one. Wrapped: a promise is a value here and is not waited for. */
export const askedMaker =
  (call: Callback): Maker =>
  (state, start) =>
    unwrap(runCallback({ state, start, value: undefined, call: () => ({ made: call() }) }).result);

const unwrap = (result: unknown): unknown => memberOf(result, 'made');

export const prefaultRun =
  (inner: Run, make: Maker): Run =>
  (value, state, start) =>
    inner(value === undefined ? make(state, start) : value, state, start);

export const defaultRun =
  (inner: Run, make: Maker): Run =>
  (value, state, start) => {
    const parsed = value === undefined ? undefined : inner(value, state, start);
    return parsed === undefined ? make(state, start) : parsed;
  };

export const catchRun =
  (inner: Run, make: Maker): Run =>
  (value, state, start) => {
    const before = state.issues.length;
    const parsed = inner(value, state, before);
    if (state.issues.length === before) return parsed;
    takeIssues(state, before);
    return make(state, start);
  };

/** Passes the issues to the author's function. */
export const askedCatchRun =
  (inner: Run, call: Callback): Run =>
  (value, state, start) => {
    const before = state.issues.length;
    const parsed = inner(value, state, before);
    if (state.issues.length === before) return parsed;
    const issues = takeIssues(state, before);
    const context = { value, issues, input: value, error: { issues: finishAll(issues, state.locale) } };
    return unwrap(runCallback({ state, start, value, call: () => ({ made: call(context) }) }).result);
  };

export const pipeRun =
  (left: Run, right: Run): Run =>
  (value, state, start) => {
    const parsed = left(value, state, start);
    if (state.issues.length > start && stopsPipe(state, start)) return stop(parsed, state);
    return right(parsed, state, start);
  };

/** True when the left half of a pipe leaves nothing for the right one; extra keys alone do not. */
function stopsPipe(state: ParseState, start: number): boolean {
  for (let at = start; at < state.issues.length; at++) if (state.issues[at]?.code !== 'unrecognized_keys') return true;
  return false;
}

function stop(value: unknown, state: ParseState): unknown {
  state.aborted = true;
  return value;
}

/** The author's function makes the value; what it reports counts from the payload's own beginning. */
export const transformRun =
  (call: Callback, inst?: Owner): Run =>
  (value, state, start) => {
    const ask = (payload: CallPayload): unknown => {
      payload.addIssue = addIssueTo(payload, { inst });
      return call(payload.value, payload);
    };
    return runCallback({ state, start, value, call: ask, text: everyText }).result;
  };

/** Both sides checked, the conversion between them; any issue ends it. */
export const codecRun =
  (left: Run, convert: Run, right: Run): Run =>
  (value, state, start) => {
    const parsed = left(value, state, start);
    if (state.issues.length > start) return stop(parsed, state);
    const converted = convert(parsed, state, start);
    if (state.issues.length > start) return stop(parsed, state);
    return right(converted, state, start);
  };

export interface Words {
  readonly truthy: readonly string[];
  readonly falsy: readonly string[];
  readonly caseSensitive?: true;
}

/** The conversion of a codec from words to yes and no. */
export function wordsRun({ truthy, falsy, caseSensitive }: Words, inst?: Owner): Run {
  const values = [...new Set(truthy), ...new Set(falsy)];
  return (value, state) => {
    const text = caseSensitive === true ? String(value) : String(value).toLowerCase();
    if (truthy.includes(text)) return true;
    if (falsy.includes(text)) return false;
    state.issues.push({
      code: 'invalid_value',
      expected: 'stringbool',
      values,
      input: value,
      inst,
      continue: false,
      [sentence]: valuesText,
    });
    return {};
  };
}
