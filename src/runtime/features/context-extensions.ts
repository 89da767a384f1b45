import { extendContextBy } from '../plugins/index.ts';
import { defineFeature } from './application/define-feature.ts';

/** Members that plugins add to the context objects of entries (`contextExtensions`). */
export const contextExtensions = defineFeature('context-extensions', ({ runtime: { plugins } }) =>
  plugins === undefined ? {} : { context: { extendContext: extendContextBy(plugins) } },
);
