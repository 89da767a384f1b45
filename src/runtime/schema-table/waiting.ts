/* Asynchronous parts of a schema run in parallel: in sequence, each answer would start the whole run again. */
import { branchOf, runBranch, type Part } from './branches.ts';
import type { Branch, Owner, ParseState, Run } from './issues.ts';
import { Pending } from './run-callback.ts';
import { unionRun } from './unions.ts';

/** Runs one part; while it is pending it returns undefined, and the other parts continue. */
function runIn(branch: Branch, part: Part, state: ParseState): unknown {
  try {
    return runBranch(branch, part, state);
  } catch (error) {
    if (!(error instanceof Pending)) throw error;
    branch.waited = true;
    state.waiting?.push(error.settled);
    return undefined;
  }
}

/** One item of a `parallelRun`. */
export const parallelItem =
  (run: Run): Run =>
  (value, state) =>
    runIn(branchOf(state), { run, value }, state);

/** Runs the parts, then suspends until all pending ones have settled, unless `isSettled` decides that the result needs none of them. */
function gather(run: Run, isSettled?: (state: ParseState, start: number) => boolean): Run {
  return (value, state, start) => {
    const outer = state.waiting;
    const waiting: Promise<unknown>[] = (state.waiting = []);
    try {
      const parsed = run(value, state, start);
      if (waiting.length === 0 || isSettled?.(state, start) === true) return parsed;
    } finally {
      state.waiting = outer;
    }
    throw new Pending(Promise.all(waiting));
  };
}

/** A container whose items run in parallel. */
export const parallelRun = (run: Run): Run => gather(run);

/**
 * As in zod: a synchronous option that accepts the value wins over a pending one, whatever their order. Answers of the options are a list of
 * their own: fewer options are asked once the first has its answers, and what follows the union would find theirs in the place of its own.
 */
export function waitingUnionRun(runs: readonly Run[], owner?: Owner): Run {
  const run = gather(unionRun(runs.map(optionRun), owner), (state, start) => state.issues.length === start);
  return (value, state) => {
    const branch = branchOf(state);
    const start = state.issues.length;
    const parsed = runBranch(branch, { run, value }, state);
    // What was taken stays taken when an option that waited has its answer.
    if (state.issues.length === start) branch.outcome ??= { value: parsed, issues: [], aborted: false };
    return parsed;
  };
}

/** A pending option may not win: it has no issues yet. */
const optionRun =
  (run: Run): Run =>
  (value, state) => {
    const branch = branchOf(state);
    const parsed = runIn(branch, { run, value }, state);
    if (branch.waited === true && branch.outcome === undefined) state.issues.push({ code: 'custom', continue: false });
    return parsed;
  };
