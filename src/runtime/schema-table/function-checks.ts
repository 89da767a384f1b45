import type { CheckBuilding, RowOf } from './building.ts';
import { decodeValue } from './decode-value.ts';
import { placeIssues, type Run } from './issues.ts';
import { rewriter } from './rewrite.ts';
import { addIssueTo, runCallback, type CallPayload } from './run-callback.ts';

/** A format's answer is not waited for: a promise counts as a yes, as it does in the user's library. */
const settled = (result: unknown): { yes: boolean } => ({ yes: Boolean(result) });
const isTrue = (result: unknown): boolean => typeof result === 'object' && result !== null && 'yes' in result && result.yes === true;

export function refineRun(row: RowOf<'refine'>, { building, owner }: CheckBuilding): Run {
  const test = building.callback(row.call);
  return (value, state, start) => {
    if (runCallback({ state, start, value, call: () => test(value) }).result) return value;
    const params = row.params === undefined ? {} : { params: decodeValue(row.params) };
    state.issues.push({ code: 'custom', input: value, inst: owner, path: [...(row.path ?? [])], continue: row.abort !== true, ...params });
    return value;
  };
}

export function functionRun(row: RowOf<'function'>, { building, owner }: CheckBuilding): Run {
  const call = building.callback(row.call);
  const ask = (payload: CallPayload): unknown => {
    if (row.withContext !== true) return call(payload);
    payload.addIssue = addIssueTo(payload, { inst: owner, continue: true });
    return call(payload.value, payload);
  };
  return (value, state, start) => runCallback({ state, start, value, call: ask }).value;
}

export function overwriteRun(row: RowOf<'overwrite'>, { building }: CheckBuilding): Run {
  if (typeof row.how === 'string') {
    const rewrite = rewriter(row.how);
    return (value) => rewrite(String(value));
  }
  const change = building.callback(row.how.call);
  const ask = (payload: CallPayload): undefined => {
    payload.value = change(payload.value);
  };
  return (value, state, start) => runCallback({ state, start, value, call: ask }).value;
}

export function propertyRun(row: RowOf<'property'>, { building }: CheckBuilding): Run {
  return (value, state) => {
    const start = state.issues.length;
    building.run(row.schema)(Reflect.get(Object(value), row.key), state, start);
    if (state.issues.length > start) placeIssues(state, start, row.key);
    return value;
  };
}

export function customFormatRun(row: RowOf<'custom_format'>, { raise, building }: CheckBuilding): Run {
  const test = building.callback(row.call);
  return (value, state, start) => {
    const { result } = runCallback({ state, start, value, call: () => settled(test(value)) });
    if (!isTrue(result)) raise(state, value, { code: 'invalid_format', format: row.format });
    return value;
  };
}
