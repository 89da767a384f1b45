import type { ApplicationCore } from '../application/application-core.ts';
import type { FeatureServices } from '../application/services.ts';

/** What a feature that keeps something is made of. */
export type StoringApplication = ApplicationCore & Partial<Pick<FeatureServices, 'stores'>>;
