/* Parts of a schema that may wait are asked side by side: one after the other, each answer would start the whole run again. */
import { branchOf, inBranch } from './branches.ts';
import { takeIssues, type Branch, type Owner, type ParseState, type Run } from './issues.ts';
import { Pending } from './run-callback.ts';
import { unionRun } from './unions.ts';

/** A part that waits makes nothing yet, and its neighbours go on. */
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

/** A part of what `parallelRun` makes. */
export const parallelItem =
  (run: Run): Run =>
  (value, state) =>
    runIn(branchOf(state), run, value)(state);

/** Waits for all its parts at once; `isSettled` may say that none of them is needed. */
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

/** A container whose parts are apart. */
export const parallelRun = (run: Run): Run => gather(run);

/** As in the user's library: an option that need not wait and takes the value is taken before one that waits, wherever it stands. */
export const waitingUnionRun = (runs: readonly Run[], owner?: Owner): Run =>
  gather(unionRun(runs.map(optionRun), owner), (state, start) => state.issues.length === start);

/** While an option waits, neither it nor one that has waited is an answer. */
const optionRun =
  (run: Run): Run =>
  (value, state) => {
    const branch = branchOf(state);
    const parsed = runIn(branch, run, value)(state);
    if (branch.waited === true && (state.waiting?.length ?? 0) > 0) state.issues.push({ code: 'custom', continue: false });
    return parsed;
  };
