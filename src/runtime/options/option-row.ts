/** Decorators that take options. */
export type OptionOwner =
  | 'service'
  | 'app'
  | 'tool'
  | 'resource'
  | 'resource-template'
  | 'prompt'
  | 'plugin'
  | 'provider'
  | 'adapter'
  | 'skill';

export type OptionTypeName = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'strings' | 'function' | 'class' | 'schema' | 'any';

/** A value fits when it fits one of the alternatives. */
export type OptionType = OptionTypeName | { readonly literals: readonly (string | number | boolean)[] };

/** One option as data: what the compiler, the run time and the documentation know of it. */
export interface OptionRow {
  readonly owner: OptionOwner;
  /** Dotted path from the decorator's argument. A row of type `object` with rows below it accepts only those; without, anything. */
  readonly path: string;
  readonly type: readonly OptionType[];
  readonly required?: true;
  readonly default?: string | number | boolean;
  /** Must come from the environment: a literal is a finding. */
  readonly secret?: true;
}

/** The short form that the tables are written in. */
export type ShortRow = readonly [path: string, type: readonly OptionType[], more?: Pick<OptionRow, 'required' | 'default' | 'secret'>];

export const rowsOf = (owner: OptionOwner, rows: readonly ShortRow[]): readonly OptionRow[] =>
  rows.map(([path, type, more]) => ({ owner, path, type, ...more }));
