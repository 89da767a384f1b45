import { readyRoute } from '../http/readiness.ts';
import { defineFeature } from './application/define-feature.ts';

/** `/readyz`: standard where a server listens, on request where it is handed requests. */
export const readiness = defineFeature('readiness', () => ({ readyRoute }));
