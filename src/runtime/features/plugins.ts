import { createPlugins } from '../plugins/index.ts';
import { defineFeature } from './application/define-feature.ts';

/** Plugins and the hooks that they have. */
export const plugins = defineFeature('plugins', () => ({}), { assembly: { createPlugins } });
