/** One flag, as data: help and completion are computed from it. */
export interface FlagRow {
  /** Long name without its dashes. */
  readonly name: string;
  /** Other spellings, which help leaves out. */
  readonly aliases?: readonly string[] | undefined;
  readonly short?: string | undefined;
  /** Shown as `<value>`; absent for a switch. */
  readonly value?: string;
  readonly choices?: readonly string[] | undefined;
  /** Where completion finds values that no row lists. */
  readonly completes?: string;
  /** Takes a comma-separated list. */
  readonly list?: true;
  readonly summary: string;
  /** Value when the flag is absent, for help only. */
  readonly standard?: string | undefined;
}

export interface ArgumentRow {
  readonly name: string;
  readonly required?: true;
  readonly choices?: readonly string[];
  readonly completes?: string;
  /** Takes all remaining words; the last argument only. */
  readonly variadic?: true;
}

/** A command that has a page of help and is completed. */
export interface NamedRow {
  /** Words as typed: `build`, `registry keygen`. */
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** Left out of the overview and of completion. */
  readonly hidden?: true;
}

/** The command that words begin with: the longest name that fits. */
export function findRow<Row extends NamedRow>(rows: readonly Row[], [first = '', second = '']: readonly string[]): Row | undefined {
  return (
    rows.find(({ name }) => name === `${first} ${second}`) ?? rows.find(({ name, aliases }) => name === first || aliases?.includes(first))
  );
}

/** Commands whose names begin with a word, such as `registry`. */
export const rowsOfGroup = <Row extends NamedRow>(rows: readonly Row[], word: string | undefined): readonly Row[] =>
  rows.filter(({ hidden, name }) => hidden !== true && name.startsWith(`${word} `));
