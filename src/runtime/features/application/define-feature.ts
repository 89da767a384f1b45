import type { AssemblySteps } from '../../mcp/assembly/assemble.ts';
import type { FeatureName, RowOf } from '../table.ts';
import type { ApplicationCore } from './application-core.ts';
import type { FeatureRow } from './feature-row.ts';
import type { Feature, FeatureFactory } from './feature.ts';
import type { ContributionName, FeatureContributions, FeatureServices, ServiceName } from './services.ts';

/** The names that the row of a feature lists under a member; `never` for none. */
type Listed<Name extends FeatureName, Member extends keyof FeatureRow> =
  RowOf<Name> extends { readonly [Key in Member]: readonly (infer Item)[] } ? Item : never;

/** Input of a feature: the core of the application, and the services and lists that its row names. */
export type FeatureInput<Name extends FeatureName> = ApplicationCore & {
  readonly [Service in Listed<Name, 'needs'> & ServiceName]: FeatureServices[Service];
} & {
  readonly [Service in Listed<Name, 'uses'> & ServiceName]?: FeatureServices[Service] | undefined;
} & {
  readonly [List in Listed<Name, 'collects'> & ContributionName]?: readonly FeatureContributions[List][];
};

/** A feature with only the services that its row names; none where the options do not need them. */
export type FeatureOutput<Name extends FeatureName> = Feature & {
  readonly provides?: [Listed<Name, 'provides'> & ServiceName] extends [never]
    ? undefined
    : { readonly [Service in Listed<Name, 'provides'> & ServiceName]?: FeatureServices[Service] | undefined };
  readonly contributes?: [Listed<Name, 'contributes'>] extends [never]
    ? undefined
    : { readonly [List in Listed<Name, 'contributes'> & ContributionName]?: FeatureContributions[List] | undefined };
};

/** Hooks that run before the application is built. */
export type EarlyHooks = Pick<FeatureFactory, 'assembly' | 'mounting' | 'variables' | 'checkVariables' | 'settleHttp'>;

/** Declares a feature. @param name its row in the table of features, which lists its inputs and outputs */
/* @__NO_SIDE_EFFECTS__ */
export const defineFeature = <Name extends FeatureName>(
  name: Name,
  create: (parts: FeatureInput<Name>) => FeatureOutput<Name>,
  early?: EarlyHooks,
): FeatureFactory => ({ name, create: create as FeatureFactory['create'], ...early });

/** What the features of a server bring to its assembly, each step once. */
export const assemblyStepsOf = (features: readonly FeatureFactory[]): AssemblySteps =>
  features.reduce<AssemblySteps>((steps, { assembly }) => ({ ...steps, ...assembly }), {});
