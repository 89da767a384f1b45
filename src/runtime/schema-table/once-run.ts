/*
 * A schema that several options of a union reach meets the same value once for each option, and twice as often on each level of a tree: a
 * few hundred bytes would hold the process up for hours. What such a schema made of an object is kept until the run ends.
 */
import { addIssues, copyIssue, type Outcome, type ParseState, type RawIssue, type Run } from './issues.ts';

/** Runs a schema once for each object, however many options ask for it. */
export const onceRun =
  (run: Run): Run =>
  (value, state, start) => {
    if (typeof value !== 'object' || value === null || state.issues.length > start) return run(value, state, start);
    const outcomes = memberOf((state.outcomes ??= new Map<Run, Map<object, Outcome>>()), run);
    const known = outcomes.get(value);
    if (known !== undefined) return repeat(known, state);
    const parsed = run(value, state, start);
    outcomes.set(value, { value: parsed, aborted: state.aborted, issues: keptIssues(state, start) });
    return parsed;
  };

const noIssues: Outcome['issues'] = [];

/** Reports of two halves are joined, so what comes again doubles with each level. From here on its gravest issue speaks for all. */
const maxRepeatedIssues = 1000;

/** What is kept of a run's issues for values that come again. */
export function keptIssues({ issues }: ParseState, start: number): Outcome['issues'] {
  if (issues.length === start) return noIssues;
  const own = issues.slice(start);
  return (own.length > maxRepeatedIssues ? own.toSorted((one, other) => gravity(other) - gravity(one)).slice(0, 1) : own).map(copyIssue);
}

const gravity = ({ continue: goesOn }: RawIssue): number => (goesOn === false ? 2 : goesOn === true ? 0 : 1);

/** The list of a schema, for its objects. */
export function memberOf<T>(lists: Map<Run, Map<object, T>>, run: Run): Map<object, T> {
  let list = lists.get(run);
  if (list === undefined) lists.set(run, (list = new Map<object, T>()));
  return list;
}

/** Reports again what a run made. */
export function repeat({ aborted, issues, value }: Outcome, state: ParseState): unknown {
  addIssues(state, issues.map(copyIssue));
  state.aborted = aborted;
  return value;
}
