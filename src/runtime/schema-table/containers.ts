import type { Building, NodeOf } from './building.ts';
import { claimIssues, compileCheck, type Check } from './checks.ts';
import { finishAll, placeIssues, takeIssues, type Owner, type ParseState, type Run } from './issues.ts';
import { wrongType } from './leaves.ts';
import type { CheckRow, SchemaNode } from './table.ts';

interface SizeCap {
  readonly bound: number;
  readonly check: Check;
}

const capChecks = new Set(['max_length', 'length_equals', 'max_size', 'size_equals']);
const sizeChecks = new Set([...capChecks, 'min_length', 'min_size']);

/** The upper bounds among the leading size checks; a later check may have changed the value. */
function capsOf(rows: readonly CheckRow[], building: Building): SizeCap[] {
  const caps: SizeCap[] = [];
  for (const row of rows) {
    if (!sizeChecks.has(row.check) || !('bound' in row)) break;
    if (capChecks.has(row.check)) caps.push({ bound: row.bound, check: compileCheck(row, undefined, building) });
  }
  return caps;
}

/** An oversized container fails before any of its elements is looked at: work stays bounded by the author's limit. */
function refuseOversized(caps: readonly SizeCap[], inst: Owner) {
  return (value: unknown, size: number, state: ParseState): boolean => {
    const start = state.issues.length;
    for (const { bound, check } of caps) {
      if (size <= bound || check.when?.(value, state, start) === false) continue;
      check.run(value, state, start);
      const issue = state.issues[start];
      if (issue !== undefined) issue.continue = false;
      claimIssues(state, start, inst);
      return true;
    }
    return false;
  };
}

export function arrayRun(node: NodeOf<'array'>, building: Building, inst: Owner): Run {
  const item = building.run(node.item);
  const oversized = refuseOversized(capsOf(node.checks ?? [], building), inst);
  return (value, state) => {
    if (!Array.isArray(value)) {
      wrongType(state, value, { expected: 'array', inst });
      return value;
    }
    const items: readonly unknown[] = value;
    if (oversized(items, items.length, state)) return items;
    const result: unknown[] = [];
    for (let at = 0; at < items.length; at++) {
      const start = state.issues.length;
      result.push(item(items[at], state, start));
      if (state.issues.length > start) placeIssues(state, start, at);
    }
    return result;
  };
}

export function setRun(node: NodeOf<'array'>, building: Building, inst: Owner): Run {
  const item = building.run(node.item);
  const oversized = refuseOversized(capsOf(node.checks ?? [], building), inst);
  return (value, state) => {
    if (!(value instanceof Set)) {
      wrongType(state, value, { expected: 'set', inst });
      return value;
    }
    if (oversized(value, value.size, state)) return value;
    const result = new Set<unknown>();
    for (const element of value) {
      result.add(item(element, state, state.issues.length));
      state.aborted = false;
    }
    return result;
  };
}

export function mapRun(node: NodeOf<'map'>, building: Building, inst: Owner): Run {
  const keyRun = building.run(node.key);
  const valueRun = building.run(node.value);
  const oversized = refuseOversized(capsOf(node.checks ?? [], building), inst);
  return (input, state) => {
    if (!(input instanceof Map)) {
      wrongType(state, input, { expected: 'map', inst });
      return input;
    }
    if (oversized(input, input.size, state)) return input;
    const result = new Map<unknown, unknown>();
    for (const [key, value] of input as ReadonlyMap<unknown, unknown>) {
      const place = (start: number, code: string, extra: object): void => {
        if (state.issues.length === start) return;
        if (isPlace(key)) return placeIssues(state, start, key);
        const issues = finishAll(takeIssues(state, start), state.messageOf);
        state.issues.push({ code, origin: 'map', input, inst, ...extra, issues });
      };
      // The entry's value is checked even when its key is wrong, and both reports stand in this order.
      const before = state.issues.length;
      const parsedKey = keyRun(key, state, before);
      place(before, 'invalid_key', {});
      const between = state.issues.length;
      const parsedValue = valueRun(value, state, between);
      place(between, 'invalid_element', { key });
      result.set(parsedKey, parsedValue);
    }
    return result;
  };
}

const isPlace = (key: unknown): key is PropertyKey => typeof key === 'string' || typeof key === 'number' || typeof key === 'symbol';

/** Index after the last item that may not be missing. */
function requiredLength(items: readonly number[], mayMiss: (index: number) => boolean): number {
  for (let at = items.length; at > 0; at--) if (!mayMiss(items[at - 1] ?? 0)) return at;
  return 0;
}

export function tupleRun(node: NodeOf<'tuple'>, building: Building, inst: Owner): Run {
  const { items, rest } = node;
  const runs = items.map(building.run);
  const facts = items.map(building.nodeAt);
  const restRun = rest === undefined ? undefined : building.run(rest);
  const requiredIn = requiredLength(items, (index) => building.nodeAt(index).absent !== undefined);
  const requiredOut = requiredLength(items, (index) => building.nodeAt(index).absentOut === true);
  return (input, state) => {
    if (!Array.isArray(input)) {
      wrongType(state, input, { expected: 'tuple', inst });
      return input;
    }
    if (restRun === undefined) {
      if (input.length < requiredIn) {
        state.issues.push({ code: 'too_small', minimum: requiredIn, inclusive: true, input, inst, origin: 'array' });
        return [];
      }
      if (input.length > items.length)
        state.issues.push({ code: 'too_big', maximum: items.length, inclusive: true, input, inst, origin: 'array' });
    }
    // The rest is reported before the fixed items, which may still be cut off.
    const outcomes = runs.map((run, at) => {
      const start = state.issues.length;
      const value = run(input[at], state, start);
      return { value, issues: state.issues.length > start ? takeIssues(state, start) : [] };
    });
    const tail =
      restRun === undefined ? [] : input.slice(items.length).map((value, at) => runRest(restRun, value, { state, at: items.length + at }));
    const result = joinItems({ outcomes, facts, given: input.length, requiredOut, state });
    if (tail.length > 0) tail.forEach((value, at) => (result[items.length + at] = value));
    return result;
  };
}

function runRest(run: Run, value: unknown, { state, at }: { state: ParseState; at: number }): unknown {
  const start = state.issues.length;
  const parsed = run(value, state, start);
  if (state.issues.length > start) placeIssues(state, start, at);
  return parsed;
}

interface TupleParts {
  readonly outcomes: readonly { readonly value: unknown; readonly issues: ReturnType<typeof takeIssues> }[];
  readonly facts: readonly SchemaNode[];
  readonly given: number;
  readonly requiredOut: number;
  readonly state: ParseState;
}

/** Missing items at the end cut the tuple short when its output may be shorter. */
function joinItems({ outcomes, facts, given, requiredOut, state }: TupleParts): unknown[] {
  const result: unknown[] = [];
  for (const [at, { value, issues }] of outcomes.entries()) {
    const mayEnd = at >= given && at >= requiredOut;
    if (mayEnd && (facts[at]?.absent === 'optional' || issues.length > 0)) break;
    if (issues.length > 0) {
      const start = state.issues.length;
      state.issues.push(...issues);
      placeIssues(state, start, at);
    }
    result.push(value);
  }
  while (result.length > given && result.at(-1) === undefined && facts[result.length - 1]?.absentOut === true) result.pop();
  return result;
}
