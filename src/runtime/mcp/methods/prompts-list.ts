import { listPrompts } from '../call/index.ts';
import type { Method } from '../method.ts';
import { readCursor } from '../params.ts';

export const promptsList: Method = (call) => listPrompts(call.server.runtime, call.request, readCursor(call.params));
