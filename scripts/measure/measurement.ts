/** One run of `npm run measure -- <what>`. */
export interface MeasureRun {
  /** The repository. */
  readonly root: string;
  /** Empty, and removed afterwards. */
  readonly folder: string;
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
}

export interface Measurement {
  /** Printed by `--json`. */
  readonly report: object;
  /** Printed without it; the members of the report, one a line, when absent. */
  readonly lines?: readonly string[];
  /** What is over its limit or wrong: on stderr. */
  readonly problems?: readonly string[];
  readonly holds: boolean;
}

export type Measure = (run: MeasureRun) => Measurement | Promise<Measurement>;

/** What can be measured. */
export interface MeasureRow {
  readonly sentence: string;
  /** What words after the name choose; none are taken when absent. */
  readonly words?: string;
  /** By their names without dashes, with what each does. */
  readonly flags?: Readonly<Record<string, { readonly type: 'boolean' | 'string'; readonly hint: string }>>;
  /** Folders with packages that it needs beside those of the repository. */
  readonly tools?: readonly string[];
  /** It cannot run on the oldest Node. */
  readonly newerNode?: true;
  /** Loads what measures, which imports such packages. */
  readonly load: () => Promise<Measure>;
}

/** A word or flag after the name of a measurement that means nothing; the command ends with code 2. */
export class UnknownWord extends Error {}
