import { pageOf } from '../entries/index.ts';
import { defineFeature } from './application/define-feature.ts';

/** Lists of more than one page. */
export const pagedLists = defineFeature('paged-lists', () => ({}), { callServices: { pageOf } });
