import type { CompiledModel } from '../model/compiled-model.ts';

export interface FeatureRow {
  readonly name: string;
  readonly exportName: string;
  readonly module: string;
  /** What stands in its place where Node's own modules are: the same export. */
  readonly onNode?: { readonly module: string };
  /** A module printed by the plan that stands in its place: the same export, with what this server brings to it. */
  readonly printed?: string;
  /** Why the server needs it; undefined when it does not. @param unsettled why options are decided where it runs; undefined when they are not */
  when(model: CompiledModel, unsettled?: string): string | undefined;
}
