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
  /** Least number; with it or `maximum` the number is an integer. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Name of a rule beyond the type, in `named-rules.ts`. */
  readonly rule?: string;
}

/** The form that the rows are generated in. */
export type ShortRow = readonly [path: string, type: readonly OptionType[], more?: Omit<OptionRow, 'owner' | 'path' | 'type'>];

/** A condition on another option of the same object; all of a row must hold. */
export type OptionCondition =
  | readonly [path: string, test: 'is' | 'is not', values: readonly unknown[]]
  | readonly [path: string, test: 'is given' | 'is empty'];

/** An option that is accepted by shape and not served, as it is generated. */
export interface UnservedRow {
  readonly owner: OptionOwner;
  readonly path: string;
  /** Refused, not only warned about: without it the server would be less protected than declared. */
  readonly refused?: true;
  /** When it has no use; absent: always. */
  readonly conditions?: readonly OptionCondition[];
  /** What the server does without it. */
  readonly instead: string;
  /** Values that ask for nothing. */
  readonly neutral: readonly unknown[];
}
