import type { Method } from '../protocol.ts';

export const ping: Method = () => ({});
