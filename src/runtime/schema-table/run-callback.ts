import { addIssues, copyIssue, sentence, type ParseState, type RawIssue, type Sentence } from './issues.ts';
import { anyCheck } from './owners.ts';

/** A function of the user's. */
export type Callback = (...args: readonly unknown[]) => unknown;

/** Thrown to leave a run that waits for a user's function; the run starts again with its answer. */
export class Pending {
  readonly settled: Promise<unknown>;
  constructor(settled: Promise<unknown>) {
    // A union may have its value without this answer; an unawaited failure must not end the process.
    settled.catch(() => undefined);
    this.settled = settled;
  }
}

/** What a user's function sees of the payload that it works on. */
export interface CallPayload {
  value: unknown;
  readonly issues: RawIssue[];
  addIssue?: (issue: unknown) => void;
  readonly aborted?: true;
}

export interface CallShape {
  readonly state: ParseState;
  readonly start: number;
  readonly value: unknown;
  readonly call: (payload: CallPayload) => unknown;
  /** Sentences of the issues that the function may make. */
  readonly text?: Sentence;
}

/** Asks a user's function once, however often the run starts again. */
export function runCallback({ state, start, value, call, text }: CallShape): { result: unknown; value: unknown } {
  const { answers } = state;
  const known = answers[state.nextAnswer];
  if (known !== undefined && 'result' in known) {
    state.nextAnswer++;
    if (known.issues.length > 0) addIssues(state, known.issues.map(copyIssue));
    return known;
  }
  const payload: CallPayload = { value, issues: state.issues.length === start ? [] : state.issues.slice(start) };
  const before = payload.issues.length;
  const result = call(payload);
  const finish = (settled: unknown): { result: unknown; value: unknown; issues: RawIssue[] } => ({
    result: settled,
    value: payload.value,
    // Copied: while they pass upwards their place grows, and another run must begin with the short one.
    issues:
      payload.issues.length === before
        ? noIssues
        : payload.issues.slice(before).map((issue) => ({ [sentence]: text, inst: anyCheck, ...copyIssue(issue) })),
  });
  if (result instanceof Promise) throw new Pending(result.then((settled) => answers.push(finish(settled))));
  const answer = finish(result);
  answers.push(answer);
  state.nextAnswer++;
  if (answer.issues.length > 0) addIssues(state, answer.issues.map(copyIssue));
  return answer;
}

/** Nearly every answer: lists made for each of a hundred thousand items cost more than asking. */
const noIssues: RawIssue[] = [];

/** The `addIssue` of refinements and transforms: a text, or an issue whose blanks are filled. */
export const addIssueTo =
  (payload: CallPayload, blanks: Partial<RawIssue>) =>
  (issue: unknown): void => {
    if (typeof issue !== 'object' || issue === null) {
      payload.issues.push({ message: String(issue), code: 'custom', input: payload.value });
      return;
    }
    const fatal = 'fatal' in issue && issue.fatal === true;
    payload.issues.push({
      ...withoutNothing({ code: 'custom', input: payload.value, ...blanks }, issue),
      ...(fatal ? { continue: false } : {}),
    });
  };

/** The author's keys win, except where they say nothing. */
function withoutNothing(blanks: Partial<RawIssue>, issue: object): RawIssue {
  const result: RawIssue = { code: 'custom', ...blanks };
  for (const [key, value] of Object.entries<unknown>({ ...issue }))
    if (value !== undefined || key === 'input') Object.assign(result, { [key]: value });
  return result;
}
