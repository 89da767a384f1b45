import { callTool } from '../call/call-tool.ts';
import type { Method } from '../method.ts';
import { optionalObject, requireText } from '../params.ts';

export const toolsCall: Method = (call) =>
  callTool(call.server.runtime, call, {
    name: requireText(call.params, 'name'),
    arguments: optionalObject(call.params, 'arguments') ?? {},
  });
