import { listTools } from '../call/index.ts';
import type { Method } from '../method.ts';
import { readCursor } from '../params.ts';

export const toolsList: Method = (call) => listTools(call.server.runtime, call.request, readCursor(call.params));
