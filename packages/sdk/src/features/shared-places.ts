export { sharedPlaces } from '../../../../src/runtime/features/shared-places.ts';
