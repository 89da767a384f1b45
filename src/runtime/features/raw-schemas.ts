import { checkRaw } from '../entries/index.ts';
import { defineFeature } from './application/define-feature.ts';

/** Tools whose arguments only a JSON Schema describes. */
export const rawSchemas = defineFeature('raw-schemas', () => ({}), { assembly: { checkRaw } });
