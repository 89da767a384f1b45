export { federated } from '../../../../src/runtime/features/federated.ts';
