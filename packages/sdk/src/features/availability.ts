export { availability } from '../../../../src/runtime/features/availability.ts';
