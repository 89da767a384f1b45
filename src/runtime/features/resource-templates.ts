import { createUriMatcher } from '../entries/index.ts';
import { defineFeature } from './application/define-feature.ts';

/** Resources whose URIs have variables. */
export const resourceTemplates = defineFeature('resource-templates', () => ({}), { assembly: { createUriMatcher } });
