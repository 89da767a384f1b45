import type { Method } from '../method.ts';
import { listPage } from './list-page.ts';

export const toolsList: Method = (call) => listPage(call, 'tools');
