import type { Method } from '../protocol.ts';
import { listPage } from '../call/list-entries.ts';

export const promptsList: Method = (call) => listPage(call, 'prompts');
