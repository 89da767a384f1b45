import type { Building } from './building.ts';
import { valueCheck, sizeCheck } from './bound-checks.ts';
import { isAborted, isExplicitlyAborted, placeIssues, type Owner, type ParseState, type Raise, type RawIssue, type Run } from './issues.ts';
import { addIssueTo, runCallback, type CallPayload } from './run-callback.ts';
import { decodeValue } from './decode-value.ts';
import { rewriter } from './rewrite.ts';
import { stringCheck } from './string-checks.ts';
import type { CheckRow, SchemaNode } from './table.ts';

/** One compiled check; returns the value, which it may have changed. */
export interface Check {
  readonly run: Run;
  /** Present: runs even after a failure, when it says so. */
  readonly when?: (value: unknown, state: ParseState, start: number) => boolean;
}

/** Runs the checks of a node after the node itself. */
export function withChecks(run: Run, node: SchemaNode, building: Building): Run {
  const rows = node.checks ?? [];
  if (rows.length === 0) return run;
  const owner = building.ownerOf(node.error, { isSchema: true, isCheck: node.selfCheck === true });
  const checks = rows.map((row, at) => compileCheck(row, node.selfCheck === true && at === 0 ? owner : undefined, building));
  return (value, state, start) => {
    let current = run(value, state, start);
    let stopped = state.issues.length > start && isAborted(state, start);
    for (const check of checks) {
      if (check.when !== undefined) {
        if (state.issues.length > start && isExplicitlyAborted(state, start)) continue;
        if (!check.when(current, state, start)) continue;
      } else if (stopped) continue;
      const before = state.issues.length;
      current = check.run(current, state, start);
      if (state.issues.length === before) continue;
      claimIssues(state, before, owner);
      stopped ||= isAborted(state, before);
    }
    return current;
  };
}

/** Stamps the schema on what its checks raised, so that its message applies where the check has none. */
export function claimIssues(state: ParseState, from: number, owner: Owner): void {
  for (let at = from; at < state.issues.length; at++) {
    const issue = state.issues[at];
    if (issue !== undefined) issue.schema ??= owner;
  }
}

export function compileCheck(row: CheckRow, self: Owner | undefined, building: Building): Check {
  const owner = self ?? building.ownerOf(row.error, { isSchema: false, isCheck: true });
  const raise: Raise = (state, input, facts) => {
    const issue: RawIssue = { ...facts, input, inst: owner, continue: row.abort !== true };
    state.issues.push(issue);
  };
  const when = whenOf(row, building);
  const run = runOf(row, { raise, owner, building });
  return when === undefined ? { run } : { run, when };
}

function whenOf(row: CheckRow, building: Building): Check['when'] {
  if (row.when !== undefined) {
    const condition = building.callback(row.when.call);
    return (value, state, start) => Boolean(runCallback({ state, start, value, call: (payload) => condition(payload) }).result);
  }
  if (row.check.endsWith('_size') || row.check === 'size_equals') return (value) => has(value, 'size');
  if (row.check.endsWith('_length') || row.check === 'length_equals') return (value) => has(value, 'length');
  return undefined;
}

const has = (value: unknown, key: string): boolean =>
  value !== null && value !== undefined && Reflect.get(Object(value), key) !== undefined;

interface CheckParts {
  readonly raise: Raise;
  readonly owner: Owner;
  readonly building: Building;
}

function runOf(row: CheckRow, parts: CheckParts): Run {
  switch (row.check) {
    case 'refine':
      return refineRun(row, parts);
    case 'function':
      return functionRun(row, parts);
    case 'overwrite':
      return overwriteRun(row, parts);
    case 'property':
      return propertyRun(row, parts);
    case 'less_than':
    case 'greater_than':
    case 'multiple_of':
    case 'number_format':
    case 'bigint_format':
      return valueCheck(row, parts.raise);
    case 'max_size':
    case 'min_size':
    case 'size_equals':
    case 'max_length':
    case 'min_length':
    case 'length_equals':
      return sizeCheck(row, parts.raise);
    case 'custom_format': {
      const test = parts.building.callback(row.call);
      return (value, state, start) => {
        const { result } = runCallback({ state, start, value, call: () => settled(test(value)) });
        if (!isTrue(result)) parts.raise(state, value, { code: 'invalid_format', format: row.format });
        return value;
      };
    }
    default:
      return stringCheck(row, parts.raise);
  }
}

/** A format's answer is not waited for: a promise counts as a yes, as it does in the user's library. */
const settled = (result: unknown): { yes: boolean } => ({ yes: Boolean(result) });
const isTrue = (result: unknown): boolean => typeof result === 'object' && result !== null && 'yes' in result && result.yes === true;

type RowOf<C extends CheckRow['check']> = Extract<CheckRow, { readonly check: C }>;

function refineRun(row: RowOf<'refine'>, { building, owner }: CheckParts): Run {
  const test = building.callback(row.call);
  return (value, state, start) => {
    if (runCallback({ state, start, value, call: () => test(value) }).result) return value;
    const params = row.params === undefined ? {} : { params: decodeValue(row.params) };
    state.issues.push({ code: 'custom', input: value, inst: owner, path: [...(row.path ?? [])], continue: row.abort !== true, ...params });
    return value;
  };
}

function functionRun(row: RowOf<'function'>, { building, owner }: CheckParts): Run {
  const call = building.callback(row.call);
  const ask = (payload: CallPayload): unknown => {
    if (row.withContext !== true) return call(payload);
    payload.addIssue = addIssueTo(payload, { inst: owner, continue: true });
    return call(payload.value, payload);
  };
  return (value, state, start) => runCallback({ state, start, value, call: ask }).value;
}

function overwriteRun(row: RowOf<'overwrite'>, { building }: CheckParts): Run {
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

function propertyRun(row: RowOf<'property'>, { building }: CheckParts): Run {
  return (value, state) => {
    const start = state.issues.length;
    building.run(row.schema)(Reflect.get(Object(value), row.key), state, start);
    if (state.issues.length > start) placeIssues(state, start, row.key);
    return value;
  };
}
