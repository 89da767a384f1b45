import { listResourceTemplates } from '../call/index.ts';
import type { Method } from '../method.ts';
import { readCursor } from '../params.ts';

export const resourcesTemplatesList: Method = (call) => listResourceTemplates(call.server.runtime, call.request, readCursor(call.params));
