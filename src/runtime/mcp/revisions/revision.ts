export type { Revision } from '../protocol.ts';
