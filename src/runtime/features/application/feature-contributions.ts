import type { AssemblySteps } from '../../mcp/assembly/assemble.ts';
import type { FeatureFactory } from './feature.ts';
import { coreServices } from '../../mcp/call/core-services.ts';
import type { CallServices } from '../../mcp/call/server-runtime.ts';

/** What the features of a server bring to its assembly, each step once. */
export const assemblyStepsOf = (features: readonly FeatureFactory[]): AssemblySteps =>
  features.reduce<AssemblySteps>((steps, { assembly }) => ({ ...steps, ...assembly }), {});

/** What the features of a server provide to its calls; the core's own where none does. */
export const callServicesOf = (features: readonly FeatureFactory[]): CallServices =>
  features.reduce<CallServices>((services, { callServices }) => ({ ...services, ...callServices }), coreServices);
