import { isRecord } from '../std/index.ts';
import { isPromiseLike, type Awaitable } from '../std/promises.ts';
import { keyFacts, zodSentence } from './zod-facts.ts';
import { isStandardSchema, type SchemaIssue, type SchemaOutcome, validateWith } from './standard-schema.ts';

/**
 * Runs a raw shape field by field: same verdicts, values and messages as `z.object` of the shape. Only one thing differs: an inherited
 * `constructor` or `toString` is no argument, so own keys alone are read.
 */
export function validateShape(shape: object, input: unknown): Awaitable<SchemaOutcome> {
  if (!isRecord(input)) return refuseValue('object', input);
  // `z.object` drops this key: it would become the prototype of the result.
  const keys = Object.keys(shape).filter((key) => key !== '__proto__');
  const outcomes = keys.map((key): Awaitable<SchemaOutcome> => {
    const schema: unknown = Reflect.get(shape, key);
    return isStandardSchema(schema)
      ? validateWith(schema, Object.hasOwn(input, key) ? Reflect.get(input, key) : undefined)
      : { issues: [{ message: 'not a schema' }] };
  });
  const join = (settled: readonly SchemaOutcome[]): SchemaOutcome => joinOutcomes({ shape, keys, input, outcomes: settled });
  const settled = outcomes.filter(isSettled);
  return settled.length === outcomes.length ? join(settled) : settleAll(outcomes).then(join);
}

const settleAll = (outcomes: readonly Awaitable<SchemaOutcome>[]): Promise<SchemaOutcome[]> =>
  Promise.all(outcomes.map(async (outcome) => outcome));

const isSettled = (outcome: Awaitable<SchemaOutcome>): outcome is SchemaOutcome => !isPromiseLike(outcome);

interface ShapeRun {
  readonly shape: object;
  readonly keys: readonly string[];
  readonly input: object;
  readonly outcomes: readonly SchemaOutcome[];
}

function joinOutcomes({ shape, keys, input, outcomes }: ShapeRun): SchemaOutcome {
  const value: Record<string, unknown> = {};
  const issues: SchemaIssue[] = [];
  for (const [at, key] of keys.entries()) {
    const { absentIn, absentOut } = keyFacts(Reflect.get(shape, key));
    const present = Object.hasOwn(input, key);
    const outcome = outcomes[at];
    if (outcome === undefined || (!present && absentOut && absentIn === 'optional')) continue;
    if (outcome.issues !== undefined) {
      if (present || !absentOut || absentIn === undefined) issues.push(...placed(key, outcome.issues));
    } else if (!present && absentIn === undefined) issues.push(...placed(key, refuseValue('nonoptional', undefined).issues));
    else if (outcome.value !== undefined || present || (absentIn === 'defaulted' && !absentOut)) value[key] = outcome.value;
  }
  return issues.length > 0 ? { issues } : { value };
}

const placed = (key: string, issues: readonly SchemaIssue[]): SchemaIssue[] =>
  issues.map(({ message, path }) => ({ message, path: [key, ...(path ?? [])] }));

/** A fault of the value itself, which no field can report. */
function refuseValue(expected: 'object' | 'nonoptional', input: unknown): { readonly issues: readonly SchemaIssue[] } {
  const message = zodSentence({ code: 'invalid_type', expected, input }, `Invalid input: expected ${expected}`);
  return { issues: [{ message, path: [] }] };
}
