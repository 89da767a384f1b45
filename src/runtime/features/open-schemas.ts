import { convertSchemas } from '../entries/index.ts';
import { defineFeature } from './application/define-feature.ts';

/** Schemas that the sources do not decide: their JSON Schema is made at start. */
export const openSchemas = defineFeature('open-schemas', () => ({}), { assembly: { convertSchemas } });
