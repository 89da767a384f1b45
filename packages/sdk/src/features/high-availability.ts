export { highAvailability } from '../../../../src/runtime/features/high-availability.ts';
