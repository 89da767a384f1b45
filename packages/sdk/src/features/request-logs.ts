export { requestLogs } from '../../../../src/runtime/features/request-logs.ts';
