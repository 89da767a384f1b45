import type { Span } from './span.ts';

/** What the sources show of the environment. */
export interface EnvironmentSources {
  /** Where each variable is read first, at the top of a module before anywhere else. */
  readonly reads: ReadonlyMap<string, Span>;
  /** Where `process.env` is handed on as a whole. */
  readonly whole: Span | undefined;
  /** Texts that each variable is compared with. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** A variable that was read while the definitions were loaded. */
export interface VariableRead {
  readonly name: string;
  /** Whether the build has a value for it. */
  readonly isSet: boolean;
  /** Absent for what only a package reads. */
  readonly span?: Span;
}
