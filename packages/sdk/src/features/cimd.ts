export { cimd } from '../../../../src/runtime/features/cimd.ts';
