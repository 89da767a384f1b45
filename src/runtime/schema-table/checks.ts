import { isAborted, isExplicitlyAborted, type Owner, type ParseState, type RawIssue, type Run } from './issues.ts';
import { anyCheck } from './owners.ts';
import { runCallback, type Callback } from './run-callback.ts';

export type Condition = (value: unknown, state: ParseState, start: number) => boolean;

/** One check; `run` returns the value, which it may have changed. */
export interface Check {
  readonly run: Run;
  /** Present: runs even after a failure, when it says so. */
  readonly when?: Condition | undefined;
  /** Of a check of sizes: the most that fits, where it says so. */
  readonly cap?: number;
}

/** Options of every check. */
export interface CheckOptions {
  readonly owner?: Owner;
  /** No later check runs after it. */
  readonly abort?: true;
  /** The author's condition for running it. */
  readonly when?: Condition;
}

/** What makes an issue of a check: the facts, with input, owner and stop filled in. */
export type Raise = (state: ParseState, input: unknown, facts: RawIssue) => void;

export const raiser =
  ({ owner = anyCheck, abort }: CheckOptions): Raise =>
  (state, input, facts) => {
    state.issues.push({ input, inst: owner, continue: abort !== true, ...facts });
  };

/** A check that takes or refuses a value. */
export const testCheck = (
  options: CheckOptions,
  test: (value: unknown) => boolean,
  facts: RawIssue | ((value: unknown) => RawIssue),
): Check => {
  const raise = raiser(options);
  return {
    when: options.when,
    run: (value, state) => {
      if (!test(value)) raise(state, value, typeof facts === 'function' ? facts(value) : facts);
      return value;
    },
  };
};

/** The author's condition. */
export const conditionOf =
  (condition: Callback): Condition =>
  (value, state, start) =>
    Boolean(runCallback({ state, start, value, call: (payload) => condition(payload) }).result);

/** Runs checks after the schema that they belong to. */
export function checkedRun(run: Run, checks: readonly Check[], owner?: Owner): Run {
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
export function claimIssues(state: ParseState, from: number, owner: Owner = anyCheck): void {
  for (const issue of state.issues.slice(from)) issue.schema ??= owner;
}
