export type { Method, MethodCall } from './protocol.ts';
