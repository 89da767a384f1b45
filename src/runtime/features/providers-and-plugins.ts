import { ownerSteps } from '../mcp/assembly/assemble.ts';
import { defineFeature } from './application/define-feature.ts';

/** Providers, plugins and adapters, and the lists of entries that those bring. A server of entries alone does without. */
export const providersAndPlugins = defineFeature('providers-and-plugins', () => ({}), { assembly: { owners: ownerSteps } });
