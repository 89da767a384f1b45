/*
 * A part of a schema whose functions may wait has its own answers, and goes on by itself once it waits: what surrounds it starts again only
 * when the part has ended, and takes what it made. If every answer started the whole schema again, a tree of a few kilobytes would be walked
 * once for each of its levels.
 */
import { newState, takeIssues, type Branch, type Outcome, type ParseState, type Run } from './issues.ts';
import { keptIssues, memberOf, repeat } from './once-run.ts';
import { Pending } from './run-callback.ts';

/**
 * A part's own list of answers, which takes one place in that of what holds it.
 * @param shared the part's list, where another place has it already
 */
export function branchOf(state: ParseState, shared?: Branch): Branch {
  const known = state.answers[state.nextAnswer];
  const branch: Branch = known !== undefined && 'answers' in known ? known : (shared ?? { answers: [] });
  state.answers[state.nextAnswer++] = branch;
  return branch;
}

/** Runs with the part's answers in the place of those around it. */
function inBranch<T>(branch: Branch, state: ParseState, run: () => T): T {
  const { answers, nextAnswer } = state;
  state.answers = branch.answers;
  state.nextAnswer = 0;
  try {
    return run();
  } finally {
    state.answers = answers;
    state.nextAnswer = nextAnswer;
  }
}

type KeepIssues = typeof keptIssues;

/** Nothing but this part has these issues. */
const allIssues: KeepIssues = ({ issues }) => issues;

export interface Part {
  readonly run: Run;
  readonly value: unknown;
  /** What is kept of its issues; all of them when absent. */
  readonly keep?: KeepIssues;
}

/**
 * Runs a part, or takes what it made.
 * @throws {Pending} until it has ended
 */
export function runBranch(branch: Branch, part: Part, state: ParseState): unknown {
  if (branch.outcome !== undefined) return repeat(branch.outcome, state);
  if (branch.settling !== undefined) throw new Pending(branch.settling);
  const start = state.issues.length;
  try {
    return inBranch(branch, state, () => part.run(part.value, state, start));
  } catch (error) {
    if (!(error instanceof Pending)) throw error;
    takeIssues(state, start);
    const { keep = allIssues, run, value } = part;
    branch.settling = settle(branch, error.settled, () => {
      const own = newState(state.locale, branch.answers, state.branches);
      return outcomeOf(run(value, own, 0), own, { start: 0, keep });
    });
    throw new Pending(branch.settling);
  }
}

async function settle(branch: Branch, first: Promise<unknown>, run: () => Outcome): Promise<void> {
  for (let settled = first; branch.outcome === undefined;) {
    await settled;
    try {
      branch.outcome = run();
    } catch (error) {
      if (!(error instanceof Pending)) throw error;
      ({ settled } = error);
    }
  }
}

const outcomeOf = (value: unknown, state: ParseState, { start, keep }: { start: number; keep: KeepIssues }): Outcome => ({
  value,
  aborted: state.aborted,
  issues: keep(state, start),
});

/** Issues that stand before a part belong to its payload: it goes on from them and is no part of its own. */
const continues = (state: ParseState, start: number): boolean => state.issues.length > start;

/** A part of its own: where a schema that asks functions contains itself. */
export const branchRun =
  (run: Run): Run =>
  (value, state, start) => {
    const branch = branchOf(state);
    return continues(state, start) ? inBranch(branch, state, () => run(value, state, start)) : runBranch(branch, { run, value }, state);
  };

/** `onceRun` of a schema that asks functions: a value that comes again waits for the same answers, and takes none of another's. */
export const onceAskingRun =
  (run: Run): Run =>
  (value, state, start) => {
    if (typeof value !== 'object' || value === null || state.branches === undefined || continues(state, start))
      return inBranch(branchOf(state), state, () => run(value, state, start));
    const ofValues = memberOf(state.branches, run);
    const branch = branchOf(state, ofValues.get(value));
    ofValues.set(value, branch);
    const from = state.issues.length;
    const parsed = runBranch(branch, { run, value, keep: keptIssues }, state);
    branch.outcome ??= outcomeOf(parsed, state, { start: from, keep: keptIssues });
    return parsed;
  };
