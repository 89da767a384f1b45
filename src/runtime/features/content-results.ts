import { shapeContent } from '../mcp/call/shape-content.ts';
import { defineFeature } from './application/define-feature.ts';

/** Tools whose output is content, a primitive or a date. */
export const contentResults = defineFeature('content-results', () => ({}), { callServices: { shapeContent } });
