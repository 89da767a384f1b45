import type { Method } from '../protocol.ts';
import { listPage } from '../call/list-entries.ts';

export const toolsList: Method = (call) => listPage(call, 'tools');
