import type { ApplicationParts } from '../application/application-parts.ts';
import type { FeatureServices } from '../application/services.ts';

/** What a feature that keeps something is made of. */
export type StoringParts = ApplicationParts & Partial<Pick<FeatureServices, 'stores'>>;
