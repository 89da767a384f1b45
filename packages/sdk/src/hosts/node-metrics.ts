export { metrics } from '../../../../src/runtime/hosts/node-metrics.ts';
