import type { CallServices } from '../../mcp/call/server-runtime.ts';
import type { FeatureName, RowOf } from '../table.ts';
import type { ApplicationCore } from './application-core.ts';
import type { FeatureRow } from './feature-row.ts';
import type { Feature, FeatureFactory } from './feature.ts';
import type { CallServiceName, ContributionName, FeatureContributions, FeatureServices, ServiceName } from './services.ts';

/** What the row of a feature lists under one of its members; never where it lists nothing. */
type Listed<Name extends FeatureName, Member extends keyof FeatureRow> =
  RowOf<Name> extends { readonly [Key in Member]: readonly (infer Item)[] } ? Item : never;

/** What a feature is made of: what every feature gets, and the services and lists that its row names. */
export type FeatureInput<Name extends FeatureName> = ApplicationCore & {
  readonly [Service in Listed<Name, 'needs'> & ServiceName]: FeatureServices[Service];
} & {
  readonly [Service in Listed<Name, 'uses'> & ServiceName]?: FeatureServices[Service] | undefined;
} & {
  readonly [List in Listed<Name, 'collects'> & ContributionName]?: readonly FeatureContributions[List][];
};

/** A feature, with no other services than its row names; none where the options do not ask for it. */
export type FeatureOutput<Name extends FeatureName> = Feature & {
  readonly provides?: [Listed<Name, 'provides'> & ServiceName] extends [never]
    ? undefined
    : { readonly [Service in Listed<Name, 'provides'> & ServiceName]?: FeatureServices[Service] | undefined };
  readonly contributes?: [Listed<Name, 'contributes'>] extends [never]
    ? undefined
    : { readonly [List in Listed<Name, 'contributes'> & ContributionName]?: FeatureContributions[List] | undefined };
};

/** Hooks that are asked before anything is built. */
export type EarlyHooks = Pick<FeatureFactory, 'assembly' | 'mounting' | 'variables' | 'checkVariables' | 'settleHttp'>;

type ProvidedToCalls<Name extends FeatureName> = Listed<Name, 'provides'> & CallServiceName;

/** Everything that its row provides to calls is given. */
type EarlyArguments<Name extends FeatureName> = [ProvidedToCalls<Name>] extends [never]
  ? [early?: EarlyHooks]
  : [early: EarlyHooks & { readonly callServices: Pick<CallServices, ProvidedToCalls<Name>> }];

/** @param name of its row in the table of features, which says what it takes and gives */
/* @__NO_SIDE_EFFECTS__ */
export const defineFeature = <Name extends FeatureName>(
  name: Name,
  create: (parts: FeatureInput<Name>) => FeatureOutput<Name>,
  ...[early]: EarlyArguments<Name>
): FeatureFactory => ({ name, create: create as FeatureFactory['create'], ...early });
