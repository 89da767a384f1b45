import { readyRoute } from '../http/ready-route.ts';
import type { Feature, FeatureFactory } from './application/feature.ts';

/** `/readyz`: standard where a server listens, on request where it is handed requests. */
export const readiness: FeatureFactory = (): Feature => ({ name: 'readiness', readyRoute });
