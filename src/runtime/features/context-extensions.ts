import { extendContextBy } from '../plugins/index.ts';
import { defineFeature } from './application/define-feature.ts';
import { extending } from './application/extend.ts';

/** Members that plugins add to the context objects of entries (`contextExtensions`). */
export const contextExtensions = defineFeature('context-extensions', ({ runtime: { plugins } }) =>
  plugins === undefined ? {} : { extend: extending({ callServices: { extendContext: extendContextBy(plugins) } }) },
);
