import { adapterSteps } from '../mcp/assembly/assemble.ts';
import { defineFeature } from './application/define-feature.ts';

/** Adapters, which make entries at start. */
export const adapters = defineFeature('adapters', () => ({}), { assembly: { adapters: adapterSteps } });
