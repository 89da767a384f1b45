import type { Method } from '../protocol.ts';
import { listPage } from '../call/list-entries.ts';

export const toolsList: Method = (call) => listPage(call, 'tools');

export const promptsList: Method = (call) => listPage(call, 'prompts');

export const resourcesList: Method = (call) => listPage(call, 'resources');

export const resourcesTemplatesList: Method = (call) => listPage(call, 'resourceTemplates');
