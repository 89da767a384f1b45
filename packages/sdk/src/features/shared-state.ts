export { sharedState } from '../../../../src/runtime/features/shared-state.ts';
