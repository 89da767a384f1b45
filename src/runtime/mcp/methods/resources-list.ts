import type { Method } from '../protocol.ts';
import { listPage } from '../call/list-entries.ts';

export const resourcesList: Method = (call) => listPage(call, 'resources');
