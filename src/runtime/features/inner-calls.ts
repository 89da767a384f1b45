import { callInner } from '../mcp/call/call-inner.ts';
import { defineFeature } from './application/define-feature.ts';
import { extending } from './application/extend.ts';

/** Entries that call tools (`this.callTool`). */
export const innerCalls = defineFeature('inner-calls', ({ runtime }) => ({
  extend: extending({ callServices: { callInner: (request, call) => callInner(runtime, request, call) } }),
}));
