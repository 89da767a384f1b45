export { metrics } from '../../../../src/runtime/features/metrics.ts';
