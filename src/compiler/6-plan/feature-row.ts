import type { CompiledModel } from '../model/compiled-model.ts';
import type { Variants } from '../model/variants.ts';
import type { Target } from '../target.ts';

/** Where a bundle is going to run, as far as the plan cares. */
export interface PlanPlace {
  readonly platform: Target['bundle']['platform'];
  /** Why options are decided there; undefined when the sources decide them. */
  readonly unsettled?: string | undefined;
  /** Options whose lists more than the sources decide: `tools`, `plugins`. What they hold at start, the build may not have seen. */
  readonly openLists?: readonly string[] | undefined;
  /** The deployment is one of several instances behind one address, whatever the options say. */
  readonly distributed?: boolean | undefined;
  /** Variables whose texts the config lists. */
  readonly variants?: Variants | undefined;
  /** Names that entries take from their context objects; undefined when it could be any. */
  readonly contextMembers?: readonly string[] | undefined;
  /** Whatever one of them needs is planned too. */
  readonly others?: readonly OtherModel[];
}

/** What a server is in another environment than the build's. */
export interface OtherModel {
  readonly model: CompiledModel;
  /** `with NODE_ENV=production` */
  readonly when: string;
}

export interface FeatureRow {
  readonly name: string;
  readonly exportName: string;
  readonly module: string;
  /** What stands in its place where Node's own modules are: the same export. */
  readonly onNode?: { readonly module: string };
  /** A module printed by the plan that stands in its place: the same export, with what this server brings to it. */
  readonly printed?: string;
  /** Why the server needs it; undefined when it does not. */
  when(model: CompiledModel, place: PlanPlace): string | undefined;
}
