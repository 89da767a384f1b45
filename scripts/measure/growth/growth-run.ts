/** One line of a table: its columns by name. */
export type GrowthRow = Readonly<Record<string, string | number>>;

export interface GrowthRun {
  /** Empty at first. */
  readonly folder: string;
  /** The smallest steps, to show that it runs. */
  readonly quick: boolean;
}
