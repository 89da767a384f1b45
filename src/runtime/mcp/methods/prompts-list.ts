import type { Method } from '../method.ts';
import { listPage } from './list-page.ts';

export const promptsList: Method = (call) => listPage(call, 'prompts');
