export { contentResults } from '../../../../src/runtime/features/content-results.ts';
