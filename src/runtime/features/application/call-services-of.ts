import { coreServices } from '../../mcp/call/core-services.ts';
import type { CallServices } from '../../mcp/call/server-runtime.ts';
import type { FeatureFactory } from './feature.ts';

/** What the features of a server provide to its calls; the core's own where none does. */
export const callServicesOf = (features: readonly FeatureFactory[]): CallServices =>
  features.reduce<CallServices>((services, { callServices }) => ({ ...services, ...callServices }), coreServices);
