/** The schema or check that raised an issue; it may have the author's own message. */
export interface Owner {
  readonly messageOf?: ((issue: RawIssue) => string | undefined) | undefined;
  /** A check has no last word: where it says nothing, the schema that it checks for may. */
  readonly isCheck?: boolean;
}

/**
 * Key of an issue's sentence: set by the code that raises it, so that a bundle holds no sentences of issues that cannot arise in it. A symbol,
 * because an author's issue may have facts of any name.
 */
export const sentence = Symbol('sentence');

export type Sentence = (issue: RawIssue) => string;

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
  readonly [sentence]?: Sentence | undefined;
  readonly [fact: string]: unknown;
}

/** A finished issue, as the user's schema library reports it. */
export interface FinishedIssue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly [fact: string]: unknown;
}

/** The sentences of the author's schema library, where they are not ours. */
export type Locale = (issue: RawIssue) => string | undefined;

/** One run. `aborted` says of the payload that just came back that nothing may run on it, whatever its issues say. */
export interface ParseState {
  readonly issues: RawIssue[];
  aborted: boolean;
  readonly locale: Locale | undefined;
  /** Answers of the user's functions in order; a run that waited for one starts again and takes them from here. */
  answers: Answer[];
  nextAnswer: number;
  /** What parts that are apart from each other wait for. */
  waiting?: Promise<unknown>[] | undefined;
  /** What schemas made of values that another option may bring them again. */
  outcomes?: Map<Run, Map<object, Outcome>> | undefined;
  /** The same of schemas that ask functions: one list for all runs of a validation. */
  readonly branches: Map<Run, Map<object, Branch>> | undefined;
}

/** What a schema made of a value. */
export interface Outcome {
  readonly value: unknown;
  readonly issues: readonly RawIssue[];
  readonly aborted: boolean;
}

/** Of a function, or of all functions of a part that is apart from its neighbours. */
export type Answer = CallAnswer | Branch;

export interface Branch {
  readonly answers: Answer[];
  waited?: true;
  /** Set while it waits: it goes on by itself, and runs around it wait for this. */
  settling?: Promise<void>;
  /** Set once it has ended: runs around it take it from here. */
  outcome?: Outcome;
}

export interface CallAnswer {
  readonly result: unknown;
  readonly value: unknown;
  readonly issues: readonly RawIssue[];
}

export const newState = (locale: Locale | undefined, answers: Answer[] = [], branches?: ParseState['branches']): ParseState => ({
  issues: [],
  aborted: false,
  locale,
  answers,
  nextAnswer: 0,
  outcomes: undefined,
  branches,
});

/** Runs a schema. `start` is where this payload's issues begin. */
export type Run = (value: unknown, state: ParseState, start: number) => unknown;

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
  for (const issue of state.issues.slice(start)) (issue.path ??= []).unshift(key);
}

/**
 * A caller decides how many elements are wrong, and each issue takes hundreds of bytes: a few megabytes would fill the memory and hold up
 * everybody. A container with so many is refused without a look at the rest, which its later checks must not see.
 */
const maxIssues = 10_000;

/** Whether a container has so many issues that its other elements are not looked at. @param from where its issues begin */
export function isHopeless({ issues }: ParseState, from: number): boolean {
  if (issues.length - from < maxIssues) return false;
  const last = issues.at(-1);
  if (last !== undefined) last.continue = false;
  return true;
}

/** Takes a payload's issues out of the run. */
export function takeIssues(state: ParseState, start: number): RawIssue[] {
  state.aborted = false;
  return state.issues.splice(start);
}

/** One by one: a call takes only so many arguments, and a caller decides how many issues there are. */
export function addIssues(state: ParseState, issues: readonly RawIssue[]): void {
  for (const issue of issues) state.issues.push(issue);
}

/** Its path grows while it passes upwards, so code that keeps an issue keeps a copy. */
export const copyIssue = (issue: RawIssue): RawIssue => (issue.path === undefined ? { ...issue } : { ...issue, path: [...issue.path] });

export const finishAll = (issues: readonly RawIssue[], locale: Locale | undefined): FinishedIssue[] =>
  issues.map((issue) => finishIssue(issue, locale));

/** What an issue carries on its way and does not show. */
const hidden = new Set(['code', 'path', 'message', 'inst', 'schema', 'continue', 'input']);

/** The most specific message wins: the issue's own, its check's, its schema's, the library's. */
function finishIssue(issue: RawIssue, locale: Locale | undefined): FinishedIssue {
  const { inst, schema } = issue;
  const claimed = inst?.isCheck === true && schema !== inst ? schema : undefined;
  const message = issue.message
    ? issue.message
    : (inst?.messageOf?.(issue) ?? claimed?.messageOf?.(issue) ?? (locale ?? issue[sentence])?.(issue) ?? 'Invalid input');
  const finished: { code: string; path: readonly PropertyKey[]; message: string; [fact: string]: unknown } = {
    code: issue.code,
    path: issue.path ?? [],
    message,
  };
  // Key by key: there may be many issues, and a copy without some members costs several times as much.
  for (const key in issue) if (!hidden.has(key)) finished[key] = issue[key];
  return finished;
}
