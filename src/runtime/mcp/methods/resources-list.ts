import { listResources } from '../call/index.ts';
import type { Method } from '../method.ts';
import { readCursor } from '../params.ts';

export const resourcesList: Method = (call) => listResources(call.server.runtime, call.request, readCursor(call.params));
