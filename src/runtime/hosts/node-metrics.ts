import { createMetrics } from '../features/metrics.ts';
import type { FeatureFactory } from '../features/application/feature.ts';
import { nodeProcessFacts } from './node-process-facts.ts';

/** On Node the process that the server is has numbers too. */
export const metrics: FeatureFactory = (parts) => createMetrics(parts, nodeProcessFacts);
