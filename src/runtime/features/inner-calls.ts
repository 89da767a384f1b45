import { callInner } from '../mcp/call/call-inner.ts';
import { defineFeature } from './application/define-feature.ts';

/** Entries that call tools (`this.callTool`). */
export const innerCalls = defineFeature('inner-calls', ({ runtime }) => ({
  context: { callInner: (request, call) => callInner(runtime, request, call) },
}));
