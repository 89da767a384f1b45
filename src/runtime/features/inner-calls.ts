import { callInner } from '../mcp/call/call-inner.ts';
import { listUsable } from '../mcp/call/list-usable.ts';
import { defineFeature } from './application/define-feature.ts';

/** Entries that call tools (`this.callTool`), and list them (`this.listUsable`). */
export const innerCalls = defineFeature('inner-calls', ({ runtime }) => ({
  context: {
    callInner: (request, call) => callInner(runtime, request, call),
    listUsable: (request) => listUsable(runtime, request),
  },
}));
