/** How one variable is read. Its documentation is in `variable-texts.ts`, which only `--help` needs. */
export interface VariableRow<T> {
  /** @throws {Error} whose message says what was expected */
  readonly parse: (text: string) => T;
  readonly fallback: T;
}

export type ValuesOf<Rows> = { readonly [Name in keyof Rows]: Rows[Name] extends VariableRow<infer T> ? T : never };

/** One reading of a variable by its row. */
export type ReadRow = (name: string, row: VariableRow<unknown>) => unknown;

/** The values of all rows of a table. */
export function readAll<Rows extends Record<string, VariableRow<unknown>>>(rows: Rows, read: ReadRow): ValuesOf<Rows>;
export function readAll(rows: Record<string, VariableRow<unknown>>, read: ReadRow): Record<string, unknown> {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, read(name, row)]));
}

export const text: VariableRow<string | undefined> = { parse: (value) => value, fallback: undefined };

/** A boolean that stays undefined when the variable is not set. */
export const decision: VariableRow<boolean | undefined> = { parse: readSwitch, fallback: undefined };

export const toggle: VariableRow<boolean> = { parse: readSwitch, fallback: false };

/** Whether a variable is a switch that is on, where it is needed before all variables are checked. */
export const isSwitchedOn = (value: string | undefined): boolean => ['1', 'true', 'on', 'yes'].includes((value ?? '').trim().toLowerCase());

function readSwitch(value: string): boolean {
  const word = value.toLowerCase();
  if (isSwitchedOn(word)) return true;
  if (['0', 'false', 'off', 'no'].includes(word)) return false;
  throw new Error('expected 1, true, on, yes, 0, false, off or no');
}

/* @__NO_SIDE_EFFECTS__ */
export const integer = <T extends number | undefined>(range: { min: number; max: number; fallback: T }): VariableRow<number | T> => ({
  parse: (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= range.min && number <= range.max) return number;
    throw new Error(`expected an integer from ${range.min} to ${range.max}`);
  },
  fallback: range.fallback,
});

export const oneOf = <const T extends string>(words: readonly T[]): VariableRow<T | undefined> => ({
  parse: (value) => {
    const word = words.find((candidate) => candidate === value.toLowerCase());
    if (word === undefined) throw new Error(`expected one of ${words.join(', ')}`);
    return word;
  },
  fallback: undefined,
});

/** A text that a function validates. */
/* @__NO_SIDE_EFFECTS__ */
export const checkedText = (problemOf: (value: string) => string | undefined): VariableRow<string | undefined> => ({
  parse: (value) => {
    const problem = problemOf(value);
    if (problem !== undefined) throw new Error(problem);
    return value;
  },
  fallback: undefined,
});

/** What keys are derived from: a short text could be found by trying. */
export const secret = checkedText((value) => (value.length < 32 ? 'expected at least 32 characters' : undefined));

/** A comma-separated list whose items a function validates. */
export const checkedList = (problemOf: (item: string) => string | undefined): VariableRow<readonly string[] | undefined> => ({
  parse: (value) => {
    const items = value.split(',').map((item) => item.trim());
    const kept = items.filter((item) => item !== '');
    if (kept.length === 0) throw new Error('expected at least one item');
    const problem = kept.map(problemOf).find((found) => found !== undefined);
    if (problem !== undefined) throw new Error(problem);
    return kept;
  },
  fallback: undefined,
});
