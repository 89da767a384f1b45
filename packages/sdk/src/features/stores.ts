export { stores } from '../../../../src/runtime/features/stores.ts';
