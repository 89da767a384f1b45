import { textOrMessage, type Awaitable } from '../std/index.ts';
import type { JsonObject } from '../model/index.ts';
import { finishAll, newState, type FinishedIssue, type Locale, type ParseState, type Run } from './issues.ts';
import { Pending, type Callback } from './run-callback.ts';

export type TableOutcome = { readonly value: unknown; readonly issues?: undefined } | { readonly issues: readonly FinishedIssue[] };

/** A compiled schema as a Standard Schema (standardschema.dev, version 1): it replaces the author's schema of a library. */
export interface TableSchema {
  readonly '~standard': StandardFacts & {
    readonly version: 1;
    readonly vendor: 'service';
    readonly validate: (value: unknown) => Awaitable<TableOutcome>;
  };
}

/** Facts about a schema that the runtime uses beside validation. */
export interface StandardFacts {
  /** Kind of schema whose results are sent in a special form: `date`. */
  readonly kind?: string;
  readonly jsonSchema?: { readonly input: () => JsonObject; readonly output: () => JsonObject };
}

const standardOf = (validate: (value: unknown) => Awaitable<TableOutcome>, facts: StandardFacts | undefined): TableSchema => ({
  '~standard': { version: 1, vendor: 'service', validate, ...facts },
});

/**
 * A schema whose `run` is made by `make` at the first value; later validations allocate only their result.
 *
 * @example
 * export const s0 = tableSchema(() => objectRun([['city', stringRun()]]));
 */
export function tableSchema(make: () => Run, facts?: StandardFacts, locale?: Locale): TableSchema {
  let run: Run | undefined;
  // Reused between calls; taken out while in use, because a getter of a value may validate again.
  let spare: ParseState | undefined;
  const validate = (value: unknown): TableOutcome => {
    run ??= make();
    const state = spare ?? newState(locale);
    spare = undefined;
    const parsed = run(value, state, 0);
    if (state.issues.length > 0) return { issues: finishAll(state.issues, locale) };
    state.outcomes = undefined;
    spare = state;
    return { value: parsed };
  };
  return standardOf(validate, facts);
}

/** Facts with the JSON Schema of a form, for questions to the person. */
export const formFacts = (form: JsonObject): StandardFacts['jsonSchema'] => ({ input: () => form, output: () => form });

/** The sentences of another version of the author's schema library. */
export function localeOf(messages: () => { readonly localeError: (issue: never) => unknown }): Locale {
  let locale: ((issue: never) => unknown) | undefined;
  return (issue) => textOrMessage((locale ??= messages().localeError)(issue as never));
}

/** The author's functions by id; each is looked up when the schema is first used, when every module has been loaded. */
type OwnFunctions = Readonly<Record<string, () => Callback>>;

/**
 * A schema that asks functions of the author's. A call waits only when one of them does.
 *
 * Functions are asked one after the other: where two of them wait, their issues keep the order of the schema.
 *
 * @example
 * const s1 = askingSchema((own) => checkedRun(stringRun(), [refineCheck(own.c0())]));
 * // where the author's schema stood: inputSchema: s1({ c0: () => isCity })
 */
export function askingSchema(make: (own: OwnFunctions) => Run, facts?: StandardFacts, locale?: Locale): (own: OwnFunctions) => TableSchema {
  return (own) => {
    let run: Run | undefined;
    return standardOf((value) => ask({ run: (run ??= make(own)), value, locale, answers: [], branches: new Map() }), facts);
  };
}

interface Asked {
  readonly run: Run;
  readonly value: unknown;
  readonly locale: Locale | undefined;
  readonly answers: Parameters<typeof newState>[1];
  readonly branches: Parameters<typeof newState>[2];
}

function ask(asked: Asked): Awaitable<TableOutcome> {
  const { run, value, locale, answers, branches } = asked;
  const state = newState(locale, answers, branches);
  try {
    const parsed = run(value, state, 0);
    return state.issues.length === 0 ? { value: parsed } : { issues: finishAll(state.issues, locale) };
  } catch (error) {
    // The answer that was waited for is kept; the next run takes it from there instead of asking again.
    if (error instanceof Pending) return error.settled.then(() => ask(asked));
    throw error;
  }
}
