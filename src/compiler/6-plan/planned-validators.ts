import type { Diagnostic } from '../diagnostics/index.ts';

export interface PlannedValidators {
  /** The module's text; undefined when no tool needs one. */
  readonly module?: string;
  readonly diagnostics: readonly Diagnostic[];
}
