/** Who raised an issue; an author's own message hangs on it. */
export interface Owner {
  readonly isSchema: boolean;
  readonly isCheck: boolean;
  readonly messageOf?: ((issue: RawIssue) => string | undefined) | undefined;
}

/** An issue on its way up: the place grows in front while it passes through containers. */
export interface RawIssue {
  readonly code: string;
  readonly input?: unknown;
  path?: PropertyKey[];
  message?: string;
  /** True: later checks still run. False: an explicit stop. Undefined: a stop. */
  continue?: boolean | undefined;
  inst?: Owner | undefined;
  schema?: Owner | undefined;
  readonly [fact: string]: unknown;
}

/** A finished issue, as the user's schema library reports it. */
export interface FinishedIssue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly [fact: string]: unknown;
}

/** Text of an issue in the user's language: the library's own locale function. */
export type MessageOf = (issue: RawIssue) => unknown;

/** One run. `aborted` says of the payload that just came back that nothing may run on it, whatever its issues say. */
export class ParseState {
  readonly issues: RawIssue[] = [];
  aborted = false;
  /** Answers of the user's functions in order; a run that waited for one starts again and takes them from here. */
  readonly answers: CallAnswer[];
  nextAnswer = 0;
  readonly messageOf: MessageOf;

  constructor(messageOf: MessageOf, answers: CallAnswer[]) {
    this.messageOf = messageOf;
    this.answers = answers;
  }
}

export interface CallAnswer {
  readonly result: unknown;
  readonly value: unknown;
  readonly issues: readonly RawIssue[];
}

/** Runs a compiled node. `start` is where this payload's issues begin. */
export type Run = (value: unknown, state: ParseState, start: number) => unknown;

/** What makes an issue of a check: the facts, with input, owner and stop filled in. */
export type Raise = (state: ParseState, input: unknown, facts: { readonly code: string; readonly [fact: string]: unknown }) => void;

export function isAborted(state: ParseState, from: number): boolean {
  if (state.aborted) return true;
  for (let at = from; at < state.issues.length; at++) if (state.issues[at]?.continue !== true) return true;
  return false;
}

export const isExplicitlyAborted = (state: ParseState, from: number): boolean =>
  state.aborted || state.issues.slice(from).some((issue) => issue.continue === false);

/** Ends a payload of its own: its issues get their place, and its stop stays behind. */
export function placeIssues(state: ParseState, start: number, key: PropertyKey): void {
  state.aborted = false;
  for (let at = start; at < state.issues.length; at++) {
    const issue = state.issues[at];
    if (issue === undefined) continue;
    if (issue.path === undefined) issue.path = [key];
    else issue.path.unshift(key);
  }
}

/** Takes a payload's issues out of the run. */
export function takeIssues(state: ParseState, start: number): RawIssue[] {
  state.aborted = false;
  return state.issues.splice(start);
}

export const finishAll = (issues: readonly RawIssue[], messageOf: MessageOf): FinishedIssue[] =>
  issues.map((issue) => finishIssue(issue, messageOf));

const internal = new Set(['inst', 'schema', 'continue', 'input', '__proto__']);

/** The most specific message wins: the issue's own, its check's, its schema's, the locale's. */
function finishIssue(issue: RawIssue, messageOf: MessageOf): FinishedIssue {
  const { inst } = issue;
  // A schema owns what it raised; one that acts as a check leaves that to the schema it checks for.
  if (inst?.isSchema === true && (!inst.isCheck || issue.schema === undefined)) issue.schema = inst;
  const ofSchema = issue.schema === inst ? undefined : issue.schema?.messageOf;
  const message = issue.message
    ? issue.message
    : (inst?.messageOf?.(issue) ?? ofSchema?.(issue) ?? textOf(messageOf(issue)) ?? 'Invalid input');
  const facts: Record<string, unknown> = {};
  for (const [key, fact] of Object.entries(issue)) if (!internal.has(key)) facts[key] = fact;
  return { ...facts, code: issue.code, path: issue.path ?? [], message };
}

/** Both forms in which a message may come: a text, or an object with one. */
export function textOf(message: unknown): string | undefined {
  const text: unknown = typeof message === 'object' && message !== null && 'message' in message ? message.message : message;
  return typeof text === 'string' ? text : undefined;
}
