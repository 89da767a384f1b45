import type { Building, NodeOf } from './building.ts';
import { valueMaker } from './decode-value.ts';
import { finishAll, takeIssues, type Owner, type ParseState, type Run } from './issues.ts';
import { wrongType } from './leaves.ts';
import { addIssueTo, runCallback, stopsPipe, type CallPayload, type Callback } from './run-callback.ts';
import type { EncodedValue, WrapperKind } from './table.ts';

export function wrapperRun(node: NodeOf<WrapperKind>, building: Building, inst: Owner): Run {
  const inner = building.run(node.inner);
  switch (node.type) {
    case 'exact_optional':
    case 'lazy':
      return inner;
    case 'optional':
      return optionalRun(inner, building.nodeAt(node.inner).absent === 'defaulted');
    case 'nullable':
      return (value, state, start) => (value === null ? value : inner(value, state, start));
    case 'readonly':
      return (value, state, start) => Object.freeze(inner(value, state, start));
    case 'success':
      // As the schema library does: the answer is given and the issues stay.
      return (value, state, start) => {
        inner(value, state, start);
        return state.issues.length === start;
      };
    case 'nonoptional':
      return (value, state, start) => {
        const parsed = inner(value, state, start);
        if (parsed === undefined && state.issues.length === start) wrongType(state, parsed, { expected: 'nonoptional', inst });
        return parsed;
      };
  }
}

function optionalRun(inner: Run, substitutes: boolean): Run {
  if (!substitutes) return (value, state, start) => (value === undefined ? value : inner(value, state, start));
  return (value, state, start) => {
    if (value !== undefined) return inner(value, state, start);
    const before = state.issues.length;
    const parsed = inner(value, state, before);
    return takeIssues(state, before).length > 0 ? undefined : parsed;
  };
}

const isCall = (value: EncodedValue | { readonly call: string }): value is { readonly call: string } =>
  typeof value === 'object' && value !== null && 'call' in value && !('$' in value);

/** Gives the value that stands for an absent one. */
function makerOf(value: EncodedValue | { readonly call: string }, building: Building): (state: ParseState, start: number) => unknown {
  if (!isCall(value)) return valueMaker(value);
  const call = building.callback(value.call);
  // Wrapped: a promise is a value here and is not waited for.
  return (state, start) => unwrap(runCallback({ state, start, value: undefined, call: () => ({ made: call() }) }).result);
}

const unwrap = (result: unknown): unknown => (typeof result === 'object' && result !== null && 'made' in result ? result.made : undefined);

export function defaultRun(node: NodeOf<'default'>, building: Building): Run {
  const inner = building.run(node.inner);
  const make = makerOf(node.value, building);
  if (node.type === 'prefault') return (value, state, start) => inner(value === undefined ? make(state, start) : value, state, start);
  return (value, state, start) => {
    const parsed = value === undefined ? undefined : inner(value, state, start);
    return parsed === undefined ? make(state, start) : parsed;
  };
}

export function catchRun(node: NodeOf<'default'>, building: Building): Run {
  const inner = building.run(node.inner);
  const call = isCall(node.value) ? building.callback(node.value.call) : undefined;
  const make = call === undefined ? makerOf(node.value, building) : undefined;
  return (value, state, start) => {
    const before = state.issues.length;
    const parsed = inner(value, state, before);
    if (state.issues.length === before) return parsed;
    const issues = takeIssues(state, before);
    if (call === undefined) return make?.(state, start);
    const context = { value, issues, input: value, error: { issues: finishAll(issues, state.messageOf) } };
    return unwrap(runCallback({ state, start, value, call: () => ({ made: call(context) }) }).result);
  };
}

export function pipeRun(node: NodeOf<'pipe'>, building: Building): Run {
  const left = building.run(node.left);
  const right = building.run(node.right);
  return (value, state, start) => {
    const parsed = left(value, state, start);
    if (state.issues.length > start && stopsPipe(state, start)) {
      state.aborted = true;
      return parsed;
    }
    return right(parsed, state, start);
  };
}

/** Asks the user's function for a value; what it reports counts from the payload's own beginning. */
function askTransform(call: Callback, inst: Owner) {
  return (value: unknown, state: ParseState, start: number): unknown => {
    const ask = (payload: CallPayload): unknown => {
      payload.addIssue = addIssueTo(payload, { inst });
      return call(payload.value, payload);
    };
    return runCallback({ state, start, value, call: ask }).result;
  };
}

export const transformRun = (node: NodeOf<'transform'>, building: Building, inst: Owner): Run =>
  askTransform(building.callback(node.call), inst);

export function codecRun(node: NodeOf<'codec'>, building: Building, inst: Owner): Run {
  return convertBetween({
    left: building.run(node.left),
    right: building.run(node.right),
    convert: askTransform(building.callback(node.call), inst),
  });
}

/** Both sides checked, the conversion between them; any issue ends it. */
function convertBetween({ left, right, convert }: { left: Run; right: Run; convert: Run }): Run {
  return (value, state, start) => {
    const parsed = left(value, state, start);
    if (state.issues.length > start) return stop(parsed, state);
    const converted = convert(parsed, state, start);
    if (state.issues.length > start) return stop(parsed, state);
    return right(converted, state, start);
  };
}

function stop(value: unknown, state: ParseState): unknown {
  state.aborted = true;
  return value;
}

export function stringboolRun(node: NodeOf<'stringbool'>, building: Building, inst: Owner): Run {
  const { truthy, falsy, caseSensitive } = node;
  const values = [...new Set(truthy), ...new Set(falsy)];
  const convert: Run = (value, state) => {
    const text = caseSensitive === true ? String(value) : String(value).toLowerCase();
    if (truthy.includes(text)) return true;
    if (falsy.includes(text)) return false;
    state.issues.push({ code: 'invalid_value', expected: 'stringbool', values, input: value, inst, continue: false });
    return {};
  };
  return convertBetween({ left: building.run(node.left), right: building.run(node.right), convert });
}
