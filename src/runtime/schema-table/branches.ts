import type { Branch, ParseState } from './issues.ts';

/** A part's own list of answers, which takes one place in that of what holds it. */
export function branchOf(state: ParseState): Branch {
  const known = state.answers[state.nextAnswer];
  const branch: Branch = known !== undefined && 'answers' in known ? known : { answers: [] };
  state.answers[state.nextAnswer++] = branch;
  return branch;
}

/** Runs with the part's answers in the place of those around it. */
export function inBranch<T>(branch: Branch, state: ParseState, run: () => T): T {
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
