import type { Method } from '../method.ts';
import { listPage } from './list-page.ts';

export const resourcesList: Method = (call) => listPage(call, 'resources');
