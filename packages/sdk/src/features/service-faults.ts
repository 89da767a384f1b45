export { checkServices } from '../../../../src/runtime/features/service-faults.ts';
