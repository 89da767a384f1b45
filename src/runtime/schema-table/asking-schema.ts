import type { Awaitable } from '../std/index.ts';
import { finishAll, newState, type Locale, type Run } from './issues.ts';
import { Pending, type Callback } from './run-callback.ts';
import { standardOf, type StandardFacts, type TableOutcome, type TableSchema } from './table-schema.ts';

/** The author's functions by id; each is looked up when the schema is first used, when every module has been loaded. */
export type OwnFunctions = Readonly<Record<string, () => Callback>>;

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
