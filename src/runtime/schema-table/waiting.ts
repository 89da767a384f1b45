/* Asynchronous parts of a schema run in parallel: in sequence, each answer would start the whole run again. */
import { branchOf, inBranch } from './branches.ts';
import { takeIssues, type Branch, type Owner, type ParseState, type Run } from './issues.ts';
import { Pending } from './run-callback.ts';
import { unionRun } from './unions.ts';

/** Runs one part; while it is pending it returns undefined, and the other parts continue. */
function runIn(branch: Branch, run: Run, value: unknown): (state: ParseState) => unknown {
  return (state) => {
    const start = state.issues.length;
    try {
      return inBranch(branch, state, () => run(value, state, start));
    } catch (error) {
      if (!(error instanceof Pending)) throw error;
      branch.waited = true;
      takeIssues(state, start);
      state.waiting?.push(error.settled);
      return undefined;
    }
  };
}

/** One item of a `parallelRun`. */
export const parallelItem =
  (run: Run): Run =>
  (value, state) =>
    runIn(branchOf(state), run, value)(state);

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

/** As in zod: a synchronous option that accepts the value wins over a pending one, whatever their order. */
export const waitingUnionRun = (runs: readonly Run[], owner?: Owner): Run =>
  gather(unionRun(runs.map(optionRun), owner), (state, start) => state.issues.length === start);

/** While an option is pending, neither it nor one that was pending before may win. */
const optionRun =
  (run: Run): Run =>
  (value, state) => {
    const branch = branchOf(state);
    const parsed = runIn(branch, run, value)(state);
    if (branch.waited === true && (state.waiting?.length ?? 0) > 0) state.issues.push({ code: 'custom', continue: false });
    return parsed;
  };
