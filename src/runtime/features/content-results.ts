import { judgeNonFinite, shapeContent } from '../mcp/call/tool-output.ts';
import { defineFeature } from './application/define-feature.ts';

/** Tools whose output is content, a primitive, a date, or may hold NaN and Infinity. */
export const contentResults = defineFeature('content-results', () => ({
  context: { shapeContent, judgeNonFinite },
}));
