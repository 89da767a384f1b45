import type { JsonObject } from '../model/index.ts';
import type { Awaitable } from '../std/index.ts';
import { finishAll, newState, type FinishedIssue, type Locale, type ParseState, type Run } from './issues.ts';
import { textOf } from './owners.ts';

export type TableOutcome = { readonly value: unknown; readonly issues?: undefined } | { readonly issues: readonly FinishedIssue[] };

/** A compiled schema in the clothes of a Standard Schema (standardschema.dev, version 1): it stands where the author wrote one of a library. */
export interface TableSchema {
  readonly '~standard': StandardFacts & {
    readonly version: 1;
    readonly vendor: 'service';
    readonly validate: (value: unknown) => Awaitable<TableOutcome>;
  };
}

/** What the run time asks a schema for beside checking. */
export interface StandardFacts {
  /** Results of this kind are shaped in a way of their own: `date`. */
  readonly kind?: string;
  readonly jsonSchema?: { readonly input: () => JsonObject; readonly output: () => JsonObject };
}

export const standardOf = (validate: (value: unknown) => Awaitable<TableOutcome>, facts: StandardFacts | undefined): TableSchema => ({
  '~standard': { version: 1, vendor: 'service', validate, ...facts },
});

/**
 * The schema that a call of `make` builds, which happens when the first value comes; a call then builds nothing but its result.
 *
 * @example
 * export const s0 = tableSchema(() => objectRun([['city', stringRun()]]));
 */
export function tableSchema(make: () => Run, facts?: StandardFacts, locale?: Locale): TableSchema {
  let run: Run | undefined;
  // Kept between calls, and taken while in use: a getter of a value may call back.
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

/** JSON Schema of what goes in: the form of a question. */
export const formFacts = (form: JsonObject): StandardFacts['jsonSchema'] => ({ input: () => form, output: () => form });

/** The sentences of another version of the author's schema library. */
export function localeOf(messages: () => { readonly localeError: (issue: never) => unknown }): Locale {
  let locale: ((issue: never) => unknown) | undefined;
  return (issue) => textOf((locale ??= messages().localeError)(issue as never));
}
