export { cimdCache } from '../../../../src/runtime/features/cimd-cache.ts';
