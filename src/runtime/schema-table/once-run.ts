/*
 * A schema that several options of a union reach meets the same value once for each option, and twice as often on each level of a tree: a
 * few hundred bytes would hold the process up for hours. What such a schema made of an object is kept until the run ends.
 */
import { branchOf, inBranch } from './branches.ts';
import { addIssues, copyIssue, type Outcome, type ParseState, type RawIssue, type Run } from './issues.ts';

/** Runs a schema once for each object, however many options ask for it. */
export const onceRun =
  (run: Run): Run =>
  (value, state, start) => {
    if (!isObject(value) || state.issues.length > start) return run(value, state, start);
    const outcomes = outcomesOf(run, state);
    const known = outcomes.get(value);
    if (known !== undefined) return repeat(known, state);
    const parsed = run(value, state, start);
    outcomes.set(value, { value: parsed, aborted: state.aborted, issues: keptIssues(state, start) });
    return parsed;
  };

/** The same of a schema that asks functions. Its answers are a list of their own: a value that comes again takes none of another's. */
export function onceAskingRun(run: Run): Run {
  const once = onceRun(run);
  return (value, state, start) => inBranch(branchOf(state), state, () => once(value, state, start));
}

const noIssues: Outcome['issues'] = [];

/** Reports of two halves are joined, so what comes again doubles with each level. From here on its gravest issue speaks for all. */
const maxRepeatedIssues = 1000;

function keptIssues({ issues }: ParseState, start: number): Outcome['issues'] {
  if (issues.length === start) return noIssues;
  const own = issues.slice(start);
  return (own.length > maxRepeatedIssues ? own.toSorted((one, other) => gravity(other) - gravity(one)).slice(0, 1) : own).map(copyIssue);
}

const gravity = ({ continue: goesOn }: RawIssue): number => (goesOn === false ? 2 : goesOn === true ? 0 : 1);
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function outcomesOf(run: Run, state: ParseState): Map<object, Outcome> {
  const kept = (state.outcomes ??= new Map<Run, Map<object, Outcome>>());
  let outcomes = kept.get(run);
  if (outcomes === undefined) kept.set(run, (outcomes = new Map<object, Outcome>()));
  return outcomes;
}

function repeat({ aborted, issues, value }: Outcome, state: ParseState): unknown {
  addIssues(state, issues.map(copyIssue));
  state.aborted = aborted;
  return value;
}
