import type { ContributionName, ServiceName } from './services.ts';

/** What a feature is called, what it gives to other features and what it takes from those before it. */
export interface FeatureRow {
  readonly name: string;
  /** Services that it cannot do without. */
  readonly needs?: readonly ServiceName[];
  /** Services that it takes where they are there. */
  readonly uses?: readonly ServiceName[];
  /** Services that no other feature provides. */
  readonly provides?: readonly ServiceName[];
  /** Lists that it adds an item to. */
  readonly contributes?: readonly ContributionName[];
  /** Lists that it takes with the items of all features before it. */
  readonly collects?: readonly ContributionName[];
}
