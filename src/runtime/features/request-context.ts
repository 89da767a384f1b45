import { createRequestRecord, fetchForCall } from '../mcp/call/request-record.ts';
import { defineFeature } from './application/define-feature.ts';

/** The request as entries see it (`this.context`), and their calls of other servers (`this.fetch`). */
export const requestContext = defineFeature('request-context', () => ({
  context: { createRequestRecord, fetchForCall },
}));
