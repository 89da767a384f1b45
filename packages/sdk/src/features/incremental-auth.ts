export { incrementalAuth } from '../../../../src/runtime/features/incremental-auth.ts';
