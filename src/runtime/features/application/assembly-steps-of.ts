import type { AssemblySteps } from '../../mcp/assembly/assemble.ts';
import type { FeatureFactory } from './feature.ts';

/** What the features of a server bring to its assembly, each step once. */
export const assemblyStepsOf = (features: readonly FeatureFactory[]): AssemblySteps =>
  features.reduce<AssemblySteps>((steps, { assembly }) => ({ ...steps, ...assembly }), {});
