import { judgeNonFinite } from '../mcp/call/judge-non-finite.ts';
import { defineFeature } from './application/define-feature.ts';

/** Outputs with NaN and Infinity, where `output.allowNonFinite` is set. */
export const nonFiniteNumbers = defineFeature('non-finite-numbers', () => ({}), { callServices: { judgeNonFinite } });
