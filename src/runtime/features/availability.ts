import { refusalOf } from '../entries/index.ts';
import { defineFeature } from './application/define-feature.ts';

/** Entries that exist in some environments only (`availableWhen`). */
export const availability = defineFeature('availability', () => ({}), { callServices: { refusalOf } });
