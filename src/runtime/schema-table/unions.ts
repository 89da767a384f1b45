import { addIssues, finishAll, isAborted, type Owner, type ParseState, type RawIssue, type Run, sentence, takeIssues } from './issues.ts';
import { isObject, isPlainObject } from './keys.ts';
import { wrongType } from './leaves.ts';
import { unionText } from './texts.ts';

interface Attempt {
  readonly value: unknown;
  readonly issues: RawIssue[];
  readonly aborted: boolean;
}

function attempt(run: Run, value: unknown, state: ParseState): Attempt {
  const start = state.issues.length;
  const parsed = run(value, state, start);
  if (state.issues.length === start) return { value: parsed, issues: noIssues, aborted: false };
  const aborted = isAborted(state, start);
  return { value: parsed, issues: takeIssues(state, start), aborted };
}

const noIssues: RawIssue[] = [];

/** The first option that takes the value; else the only one that could still go on; else all their reports. */
export function unionRun(runs: readonly Run[], inst?: Owner): Run {
  return (input, state) => {
    const attempts: Attempt[] = [];
    for (const run of runs) {
      const outcome = attempt(run, input, state);
      if (outcome.issues.length === 0) return outcome.value;
      attempts.push(outcome);
    }
    return judgeRefusals(attempts, { input, inst, state });
  };
}

interface RefusedValue {
  readonly input: unknown;
  readonly inst: Owner | undefined;
  readonly state: ParseState;
}

/** No option took the value. @param attempts of all options, in their order */
function judgeRefusals(attempts: readonly Attempt[], { input, inst, state }: RefusedValue): unknown {
  const going = attempts.filter(({ aborted }) => !aborted);
  const [best] = going;
  if (best !== undefined && going.length === 1) {
    addIssues(state, best.issues);
    return best.value;
  }
  state.issues.push({ code: 'invalid_union', input, inst, errors: reportsOf(attempts, state) });
  return input;
}

/**
 * A union whose options are told apart by a literal that each requires: the option with the value's literal is asked first, because every
 * other one refuses it. What that option refuses is judged as in any union, by the report that it has made: asked again, an option that
 * contains its union would ask twice as often on each level of a tree.
 */
export function taggedUnionRun(runs: readonly Run[], { key, index, owner: inst }: TaggedOptions): Run {
  const byValue = new Map(index);
  const any = unionRun(runs, inst);
  return (input, state, from) => {
    const chosen = isObject(input) ? runs[byValue.get(input[key]) ?? -1] : undefined;
    if (chosen === undefined) return any(input, state, from);
    const outcome = attempt(chosen, input, state);
    if (outcome.issues.length === 0) return outcome.value;
    const attempts = runs.map((run) => (run === chosen ? outcome : attempt(run, input, state)));
    return judgeRefusals(attempts, { input, inst, state });
  };
}

export interface TaggedOptions {
  readonly key: string;
  /** Which option requires which value of the key; no two require one. */
  readonly index: readonly (readonly [value: unknown, option: number])[];
  readonly owner?: Owner;
}

const reportsOf = (attempts: readonly Attempt[], state: ParseState): unknown =>
  attempts.map(({ issues }) => finishAll(issues, state.locale));

/** Exactly one option takes the value. */
export function exclusiveRun(runs: readonly Run[], inst?: Owner): Run {
  return (input, state) => {
    const attempts = runs.map((run) => attempt(run, input, state));
    const matches = attempts.flatMap(({ issues }, at) => (issues.length === 0 ? [at] : []));
    const [match] = matches;
    if (match !== undefined && matches.length === 1) return attempts[match]?.value;
    const facts = match === undefined ? { errors: reportsOf(attempts, state) } : { errors: [], inclusive: false, matches };
    state.issues.push({ code: 'invalid_union', input, inst, [sentence]: unionText, ...facts });
    return input;
  };
}

export interface DiscriminatedOptions {
  /** Which option has which value of the key; undefined where two claim it. */
  readonly index: readonly (readonly [value: unknown, run: Run | undefined])[];
  /** Takes what has none of the values. */
  readonly any?: Run;
  readonly owner?: Owner;
}

export function discriminatedRun(key: string, { index, any, owner: inst }: DiscriminatedOptions): Run {
  const byValue = new Map(index);
  const options = index.flatMap(([value, run]) => (run === undefined ? [] : [value]));
  const facts = {
    code: 'invalid_union',
    errors: [],
    note: 'No matching discriminator',
    discriminator: key,
    options,
    [sentence]: unionText,
  };
  const fail: Run = wrongType('object', inst);
  return (input, state, start) => {
    if (!isObject(input)) return fail(input, state, start);
    const run = byValue.get(input[key]) ?? any;
    if (run !== undefined) return run(input, state, start);
    state.issues.push({ ...facts, input, path: [key], inst });
    return input;
  };
}

export function intersectionRun(left: Run, right: Run): Run {
  return (input, state, start) => {
    const ofLeft = attempt(left, input, state);
    const ofRight = attempt(right, input, state);
    if (ofLeft.issues.length > 0 || ofRight.issues.length > 0) addIssues(state, joinReports(ofLeft.issues, ofRight.issues));
    const merged = mergeValues(ofLeft.value, ofRight.value);
    if ('value' in merged) return merged.value;
    if (state.issues.length > start && isAborted(state, start)) return input;
    throw new Error(`Unmergable intersection. Error path: ${JSON.stringify(merged.path)}`);
  };
}

interface KeyReports {
  readonly left: Set<PropertyKey>;
  readonly right: Set<PropertyKey>;
}

/** A key that one half does not know may belong to the other: only what both refuse is reported. */
function joinReports(left: readonly RawIssue[], right: readonly RawIssue[]): RawIssue[] {
  const refused: KeyReports = { left: new Set(), right: new Set() };
  const byKey = new Map<PropertyKey, RawIssue>();
  let unknownKeys: RawIssue | undefined;
  const kept: RawIssue[] = [];
  const order = new Set<PropertyKey>();
  const sort = (issue: RawIssue, side: keyof KeyReports): void => {
    const keys = refusedKeys(issue);
    if (keys === undefined) return void kept.push(issue);
    if (issue.code === 'unrecognized_keys') unknownKeys ??= issue;
    for (const key of keys) {
      if (issue.code === 'invalid_key' && !byKey.has(key)) byKey.set(key, issue);
      refused[side].add(key);
      order.add(key);
    }
  };
  for (const issue of left) sort(issue, 'left');
  for (const issue of right) sort(issue, 'right');
  const both = [...order].filter((key) => refused.left.has(key) && refused.right.has(key));
  const unknown = new Set(refusedKeys(unknownKeys));
  const named = both.filter((key) => unknown.has(key));
  if (unknownKeys !== undefined && named.length > 0) kept.push({ ...unknownKeys, keys: named });
  for (const key of both) {
    const issue = byKey.get(key);
    if (issue !== undefined && !unknown.has(key)) kept.push(issue);
  }
  return kept;
}

function refusedKeys(issue: RawIssue | undefined): readonly PropertyKey[] | undefined {
  if (issue === undefined) return undefined;
  const { code, path = [] } = issue;
  if (code === 'unrecognized_keys' && path.length === 0 && Array.isArray(issue['keys'])) return issue['keys'] as PropertyKey[];
  return code === 'invalid_key' && issue['origin'] === 'record' && path.length === 1 ? [String(path[0])] : undefined;
}

type Merged = { readonly value: unknown } | { readonly path: readonly PropertyKey[] };

/** Merges the results of both halves of an intersection; a conflict is returned as its path. */
function mergeValues(left: unknown, right: unknown): Merged {
  if (left === right) return { value: left };
  if (left instanceof Date && right instanceof Date && left.getTime() === right.getTime()) return { value: left };
  if (isPlainObject(left) && isPlainObject(right)) return mergeObjects(left, right);
  if (Array.isArray(left) && Array.isArray(right) && left.length === right.length) return mergeArrays(left, right);
  return { path: [] };
}

type Fields = Readonly<Record<PropertyKey, unknown>>;

function mergeObjects(left: Fields, right: Fields): Merged {
  const value: Record<PropertyKey, unknown> = { ...left, ...right };
  delete value['__proto__'];
  for (const key of Object.keys(left)) {
    if (key === '__proto__' || !Object.hasOwn(right, key)) continue;
    const merged = mergeValues(left[key], right[key]);
    if ('path' in merged) return { path: [key, ...merged.path] };
    value[key] = merged.value;
  }
  return { value };
}

function mergeArrays(left: readonly unknown[], right: readonly unknown[]): Merged {
  const value: unknown[] = [];
  for (let at = 0; at < left.length; at++) {
    const merged = mergeValues(left[at], right[at]);
    if ('path' in merged) return { path: [at, ...merged.path] };
    value.push(merged.value);
  }
  return { value };
}
