export { innerCalls } from '../../../../src/runtime/features/inner-calls.ts';
