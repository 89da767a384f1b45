export { highAvailability } from '../../../../src/runtime/hosts/node-high-availability.ts';
