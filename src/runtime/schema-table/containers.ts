import { checkedRun, claimIssues, type Check } from './checks.ts';
import {
  addIssues,
  finishAll,
  isHopeless,
  type Owner,
  type ParseState,
  placeIssues,
  type RawIssue,
  type Run,
  sentence,
  takeIssues,
} from './issues.ts';
import type { KeyRule } from './keys.ts';
import { wrongType } from './leaves.ts';
import { elementText, invalidKeyText, sizeText } from './texts.ts';

type Oversized = (value: unknown, size: number, state: ParseState) => boolean;

export interface ContainerOptions {
  readonly owner?: Owner;
  readonly oversized?: Oversized;
}

/**
 * A container with bounds. An oversized one fails before any of its elements is looked at: work stays bounded by the author's limit.
 * Only the leading checks of sizes count, since a later check may have changed the value.
 */
export function boundedRun(make: (oversized: Oversized) => Run, checks: readonly Check[], owner?: Owner): Run {
  const later = checks.findIndex(({ cap }) => cap === undefined);
  const caps = later < 0 ? checks : checks.slice(0, later);
  const oversized: Oversized = (value, size, state) => {
    const start = state.issues.length;
    for (const { cap = 0, run, when } of caps) {
      if (size <= cap || when?.(value, state, start) === false) continue;
      run(value, state, start);
      const issue = state.issues[start];
      if (issue !== undefined) issue.continue = false;
      claimIssues(state, start, owner);
      return true;
    }
    return false;
  };
  return checkedRun(make(oversized), checks, owner);
}

export function arrayRun(item: Run, { owner, oversized }: ContainerOptions = {}): Run {
  const fail: Run = wrongType('array', owner);
  return (value, state, from) => {
    if (!Array.isArray(value)) return fail(value, state, from);
    const items: readonly unknown[] = value;
    if (oversized?.(items, items.length, state) === true) return items;
    const result: unknown[] = [];
    for (let at = 0; at < items.length; at++) {
      const start = state.issues.length;
      result.push(item(items[at], state, start));
      if (state.issues.length === start) continue;
      placeIssues(state, start, at);
      if (isHopeless(state, from)) break;
    }
    return result;
  };
}

export function setRun(item: Run, { owner, oversized }: ContainerOptions = {}): Run {
  const fail: Run = wrongType('set', owner);
  return (value, state, from) => {
    if (!(value instanceof Set)) return fail(value, state, from);
    if (oversized?.(value, value.size, state) === true) return value;
    const result = new Set<unknown>();
    for (const element of value) {
      result.add(item(element, state, state.issues.length));
      state.aborted = false;
      if (isHopeless(state, from)) break;
    }
    return result;
  };
}

export function mapRun(keyRun: Run, valueRun: Run, { owner: inst, oversized }: ContainerOptions = {}): Run {
  const fail: Run = wrongType('map', inst);
  return (input, state, from) => {
    if (!(input instanceof Map)) return fail(input, state, from);
    if (oversized?.(input, input.size, state) === true) return input;
    const result = new Map<unknown, unknown>();
    for (const [key, value] of input as ReadonlyMap<unknown, unknown>) {
      const place = (start: number, facts: RawIssue): void => {
        if (state.issues.length === start) return;
        if (isPlace(key)) return placeIssues(state, start, key);
        const issues = finishAll(takeIssues(state, start), state.locale);
        state.issues.push({ origin: 'map', input, inst, ...facts, issues });
      };
      // The entry's value is checked even when its key is wrong, and both reports stand in this order.
      const before = state.issues.length;
      const parsedKey = keyRun(key, state, before);
      place(before, { code: 'invalid_key', [sentence]: invalidKeyText });
      const between = state.issues.length;
      const parsedValue = valueRun(value, state, between);
      place(between, { code: 'invalid_element', key, [sentence]: elementText });
      result.set(parsedKey, parsedValue);
      if (isHopeless(state, from)) break;
    }
    return result;
  };
}

const isPlace = (key: unknown): key is PropertyKey => typeof key === 'string' || typeof key === 'number' || typeof key === 'symbol';

/** One place of a tuple; as of a key, what its absence means. */
export type ItemRule = KeyRule extends readonly [string, ...infer Rest] ? Rest : never;

export interface TupleOptions {
  readonly owner?: Owner;
  /** Of what comes after the listed items. */
  readonly rest?: Run;
}

/** Index after the last item that may not be missing. */
const requiredLength = (items: readonly ItemRule[], mayMiss: (item: ItemRule) => boolean): number =>
  items.findLastIndex((item) => !mayMiss(item)) + 1;

export function tupleRun(items: readonly ItemRule[], { owner: inst, rest }: TupleOptions = {}): Run {
  const requiredIn = requiredLength(items, ([, absent]) => absent !== undefined);
  const requiredOut = requiredLength(items, ([, , absentOut]) => absentOut === true);
  const facts = { inclusive: true, inst, origin: 'array', [sentence]: sizeText };
  const fail: Run = wrongType('tuple', inst);
  return (input, state, from) => {
    if (!Array.isArray(input)) return fail(input, state, from);
    if (rest === undefined) {
      if (input.length < requiredIn) {
        state.issues.push({ code: 'too_small', minimum: requiredIn, input, ...facts });
        return [];
      }
      if (input.length > items.length) state.issues.push({ code: 'too_big', maximum: items.length, input, ...facts });
    }
    // The rest is reported before the fixed items, which may still be cut off.
    const outcomes = items.map(([run], at) => {
      const start = state.issues.length;
      const value = run(input[at], state, start);
      return { value, issues: state.issues.length > start ? takeIssues(state, start) : [] };
    });
    const tail = rest === undefined ? [] : runRest(rest, input, { state, from, first: items.length });
    const result = joinItems({ outcomes, items, given: input.length, requiredOut, state });
    if (tail.length > 0) tail.forEach((value, at) => (result[items.length + at] = value));
    return result;
  };
}

function runRest(run: Run, input: readonly unknown[], place: { state: ParseState; from: number; first: number }): unknown[] {
  const { first, from, state } = place;
  const tail: unknown[] = [];
  for (let at = first; at < input.length; at++) {
    const start = state.issues.length;
    tail.push(run(input[at], state, start));
    if (state.issues.length === start) continue;
    placeIssues(state, start, at);
    if (isHopeless(state, from)) break;
  }
  return tail;
}

interface TupleItems {
  readonly outcomes: readonly { readonly value: unknown; readonly issues: readonly RawIssue[] }[];
  readonly items: readonly ItemRule[];
  readonly given: number;
  readonly requiredOut: number;
  readonly state: ParseState;
}

/** Missing items at the end cut the tuple short when its output may be shorter. */
function joinItems({ outcomes, items, given, requiredOut, state }: TupleItems): unknown[] {
  const result: unknown[] = [];
  for (const [at, { value, issues }] of outcomes.entries()) {
    const mayEnd = at >= given && at >= requiredOut;
    if (mayEnd && (items[at]?.[1] === 'optional' || issues.length > 0)) break;
    if (issues.length > 0) {
      const start = state.issues.length;
      addIssues(state, issues);
      placeIssues(state, start, at);
    }
    result.push(value);
  }
  while (result.length > given && result.at(-1) === undefined && items[result.length - 1]?.[2] === true) result.pop();
  return result;
}
