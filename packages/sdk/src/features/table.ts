export { featureTable } from '../../../../src/runtime/features/table.ts';
export type { FeatureName } from '../../../../src/runtime/features/table.ts';
