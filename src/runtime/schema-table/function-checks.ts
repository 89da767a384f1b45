import { raiser, type Check, type CheckOptions } from './checks.ts';
import { everyText } from './every-text.ts';
import { placeIssues, type Run, sentence } from './issues.ts';
import { anyCheck } from './owners.ts';
import { addIssueTo, runCallback, type CallPayload, type Callback } from './run-callback.ts';
import { formatText } from './texts.ts';

export interface RefineOptions extends CheckOptions {
  readonly path?: readonly (string | number)[];
  readonly params?: () => unknown;
}

export function refineCheck(test: Callback, { path = [], params, ...options }: RefineOptions = {}): Check {
  const raise = raiser(options);
  const run: Run = (value, state, start) => {
    if (runCallback({ state, start, value, call: () => test(value) }).result) return value;
    raise(state, value, { code: 'custom', path: [...path], ...(params === undefined ? {} : { params: params() }) });
    return value;
  };
  return { when: options.when, run };
}

const askedCheck = (options: CheckOptions, ask: (payload: CallPayload) => unknown): Check => ({
  when: options.when,
  run: (value, state, start) => runCallback({ state, start, value, call: ask, text: everyText }).value,
});

/** A function that is handed the payload. */
export const functionCheck = (call: Callback, options: CheckOptions = {}): Check => askedCheck(options, (payload) => call(payload));

/** A function that is handed the value, and a context for its issues. */
export const contextCheck = (call: Callback, options: CheckOptions = {}): Check =>
  askedCheck(options, (payload) => {
    payload.addIssue = addIssueTo(payload, { inst: options.owner ?? anyCheck, continue: true });
    return call(payload.value, payload);
  });

export function overwriteCheck(change: Callback, options: CheckOptions = {}): Check {
  const ask = (payload: CallPayload): undefined => {
    payload.value = change(payload.value);
  };
  return { when: options.when, run: (value, state, start) => runCallback({ state, start, value, call: ask }).value };
}

export const propertyCheck = (key: string, property: Run, options: CheckOptions = {}): Check => ({
  when: options.when,
  run: (value, state) => {
    const start = state.issues.length;
    property(Reflect.get(Object(value), key), state, start);
    if (state.issues.length > start) placeIssues(state, start, key);
    return value;
  },
});

/** A format's answer is not waited for: a promise counts as a yes, as it does in the user's library. */
const settled = (result: unknown): { yes: boolean } => ({ yes: Boolean(result) });
const isTrue = (result: unknown): boolean => typeof result === 'object' && result !== null && 'yes' in result && result.yes === true;

export function customFormatCheck(test: Callback, { format, ...options }: CheckOptions & { readonly format: string }): Check {
  const raise = raiser(options);
  const run: Run = (value, state, start) => {
    const { result } = runCallback({ state, start, value, call: () => settled(test(value)) });
    if (!isTrue(result)) raise(state, value, { code: 'invalid_format', format, [sentence]: formatText(format) });
    return value;
  };
  return { when: options.when, run };
}
