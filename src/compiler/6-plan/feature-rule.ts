import type { FeatureName } from '@service/sdk/features/table';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { Variants } from '../model/environment-sources.ts';
import type { Target } from '../target.ts';

/** Facts of a build, beside the model, that decide features. */
export interface PlanContext {
  readonly platform: Target['bundle']['platform'];
  /** Instances come and go with requests, whatever they run on. Default: as on a platform that is not Node. */
  readonly isTransient?: boolean;
  /** Why options are decided there; undefined when the sources decide them. */
  readonly dynamicOptions?: string | undefined;
  /** Options with lists that are decided at start (`tools`, `plugins`), so the build may not know all their items. */
  readonly openLists?: readonly string[] | undefined;
  /** The deployment is one of several instances behind one address, whatever the options say. */
  readonly distributed?: boolean | undefined;
  /** Variables whose texts the config lists. */
  readonly variants?: Variants | undefined;
  /** Names that entries take from their context objects; undefined when it could be any. */
  readonly contextMembers?: readonly string[] | undefined;
  /** Schemas that are tables of the build: `input tool "add"`. None when absent. */
  readonly tables?: ReadonlySet<string> | undefined;
  /** The sources do not decide every schema: some are converted at start. */
  readonly opensSchemas?: boolean | undefined;
  /** Whatever one of them needs is planned too. */
  readonly others?: readonly OtherModel[];
}

/** What a server is in another environment than the build's. */
export interface OtherModel {
  readonly model: CompiledModel;
  /** `with NODE_ENV=production` */
  readonly when: string;
}

/** When a server needs a feature, and which module brings it where that is not the feature's own. */
export interface FeatureRule {
  /** Module for Node, which knows more of its platform; it has the same export. */
  readonly onNode?: string;
  /** Module that the plan prints or that a package of the user's brings; it has the same export. */
  readonly printed?: string;
  /** Why the server needs it; undefined when it does not. */
  when(model: CompiledModel, context: PlanContext): string | undefined;
}

export type FeatureRules = Readonly<Record<FeatureName, FeatureRule>>;

/** Lists whose items bring lists of their own. */
const owners = ['apps', 'plugins', 'adapters'];

/**
 * Why a feature of entries is planned although no entry of the build needs it: an entry in a computed list may need it.
 * @param lists lists that may hold such an entry
 */
export function fromOpenList({ openLists = [] }: PlanContext, ...lists: readonly string[]): string | undefined {
  const open = openLists.find((list) => lists.includes(list) || owners.includes(list));
  return open === undefined ? undefined : `the list "${open}" is decided where the server runs`;
}
