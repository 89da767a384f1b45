import type { Method } from '../method.ts';
import { listPage } from './list-page.ts';

export const resourcesTemplatesList: Method = (call) => listPage(call, 'resourceTemplates');
