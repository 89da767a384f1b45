export { logSinks } from '../../../../src/runtime/features/log-sinks.ts';
