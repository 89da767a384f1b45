import type { Method } from '../protocol.ts';
import { listPage } from '../call/list-entries.ts';

export const resourcesTemplatesList: Method = (call) => listPage(call, 'resourceTemplates');
