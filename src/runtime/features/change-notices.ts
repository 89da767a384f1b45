import { createChangeBus } from '../entries/index.ts';
import { defineFeature } from './application/define-feature.ts';

/** Lists and resources that change while the server runs, and clients that are told. */
export const changeNotices = defineFeature('change-notices', () => ({}), { callServices: { createChangeBus } });
