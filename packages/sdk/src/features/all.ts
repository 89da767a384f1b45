export { allFeatures } from '../../../../src/runtime/features/all.ts';
