import { createMetrics } from '../features/metrics.ts';
import { defineFeature } from '../features/application/define-feature.ts';
import { nodeProcessFacts } from './node-process-facts.ts';

/** On Node the process that the server is has numbers too. */
export const metrics = defineFeature('metrics', (parts) => createMetrics(parts, nodeProcessFacts));
