import { ServiceError } from '../errors/index.ts';
import type { Building, CheckBuilding } from './building.ts';
import { isAborted, isExplicitlyAborted, type Owner, type ParseState, type Raise, type RawIssue, type Run } from './issues.ts';
import { runCallback } from './run-callback.ts';
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
  const compile = building.checks[row.check] as ((row: CheckRow, building: CheckBuilding) => Run) | undefined;
  if (compile === undefined) throw new ServiceError('INTERNAL_ERROR', `schema table: the check "${row.check}" is not in this bundle`);
  const run = compile(row, { raise, owner, building });
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
