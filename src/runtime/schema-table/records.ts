import { addIssues, finishAll, isHopeless, type Owner, type ParseState, placeIssues, type Run, sentence, takeIssues } from './issues.ts';
import { isPlainObject, type Input } from './keys.ts';
import { wrongType } from './leaves.ts';
import { invalidKeyText, keysText } from './texts.ts';

export interface RecordOptions {
  readonly key: Run;
  readonly value: Run;
  /** The keys that the key schema lists. */
  readonly values?: readonly PropertyKey[];
  readonly loose?: true;
  readonly owner?: Owner;
}

interface RecordTarget {
  readonly input: Input;
  readonly result: Record<PropertyKey, unknown>;
  readonly state: ParseState;
}

/** Every key of the input that the key schema takes; of listed keys each may be absent. */
export const recordRun = (options: RecordOptions): Run => runRecord(options, fillOpen);

/** Every key that the key schema lists. */
export const listedRecordRun = (options: RecordOptions): Run => runRecord(options, fillListed);

function runRecord(options: RecordOptions, fill: (options: RecordOptions, target: RecordTarget) => PropertyKey[]): Run {
  const inst = options.owner;
  const fail: Run = wrongType('record', inst);
  return (input, state, start) => {
    if (!isPlainObject(input)) return fail(input, state, start);
    const result: Record<PropertyKey, unknown> = {};
    const keys = fill(options, { input, result, state });
    if (keys.length > 0) state.issues.push({ code: 'unrecognized_keys', input, inst, keys, continue: true, [sentence]: keysText });
    return result;
  };
}

/** In the order of the list; other keys are left over. */
function fillListed(options: RecordOptions, { input, result, state }: RecordTarget): PropertyKey[] {
  const listed = new Set<PropertyKey>();
  for (const key of options.values ?? []) {
    listed.add(typeof key === 'number' ? String(key) : key);
    if (key === '__proto__') continue;
    const start = state.issues.length;
    const out = options.key(key, state, start) as PropertyKey | undefined;
    if (state.issues.length > start) invalidKey(options, key, { state, start });
    else if (out !== undefined) fillValue(options, { key, out }, { input, result, state });
  }
  const extra: PropertyKey[] = [];
  for (const key in input) {
    if (listed.has(key)) continue;
    if (options.loose !== true) extra.push(key);
    else if (key !== '__proto__') result[key] = input[key];
  }
  return extra;
}

/** The failure of a key is one issue. */
function invalidKey({ owner }: RecordOptions, key: PropertyKey, { state, start }: { state: ParseState; start: number }): void {
  const issues = finishAll(takeIssues(state, start), state.locale);
  state.issues.push({ code: 'invalid_key', origin: 'record', issues, input: key, path: [key], inst: owner, [sentence]: invalidKeyText });
}

function fillValue(
  options: RecordOptions,
  { key, out }: { key: PropertyKey; out: PropertyKey },
  { input, result, state }: RecordTarget,
): void {
  // The key schema may have made the name.
  if (out === '__proto__') return;
  const start = state.issues.length;
  const value = options.value(input[key], state, start);
  if (state.issues.length > start) placeIssues(state, start, key);
  result[out] = value;
}

const numericKey = /^-?\d+(?:\.\d+)?$/;

function fillOpen(options: RecordOptions, { input, result, state }: RecordTarget): PropertyKey[] {
  const extra: PropertyKey[] = [];
  const from = state.issues.length;
  for (const key of Reflect.ownKeys(input)) {
    if (isHopeless(state, from)) break;
    if (key === '__proto__' || !Object.prototype.propertyIsEnumerable.call(input, key)) continue;
    const start = state.issues.length;
    let out = options.key(key, state, start) as PropertyKey;
    if (state.issues.length > start && typeof key === 'string' && numericKey.test(key))
      out = retryAsNumber(options, key, { state, start }) ?? out;
    if (state.issues.length === start) {
      fillValue(options, { key, out }, { input, result, state });
    } else if (options.loose === true) {
      takeIssues(state, start);
      result[key] = input[key];
    } else if (options.values !== undefined) {
      takeIssues(state, start);
      extra.push(key);
    } else invalidKey(options, key, { state, start });
  }
  return extra;
}

/** Keys of objects are texts; a key schema may want numbers. The first failure stands when this fails too. */
function retryAsNumber(
  options: RecordOptions,
  key: string,
  { state, start }: { state: ParseState; start: number },
): PropertyKey | undefined {
  const first = takeIssues(state, start);
  const out = options.key(Number(key), state, start);
  if (state.issues.length === start) return out as PropertyKey;
  takeIssues(state, start);
  addIssues(state, first);
  return undefined;
}
