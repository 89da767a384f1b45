import { assembleOwners } from '../mcp/assembly/assemble.ts';
import { defineFeature } from './application/define-feature.ts';

/** Plugins, adapters and providers, and the lists of entries that they bring. A server of entries alone does without. */
export const plugins = defineFeature('plugins', () => ({}), { assembly: { owners: assembleOwners } });
